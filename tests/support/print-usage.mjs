/** `node --import` of this file prints what the process has used, as the last line of standard error. */
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.error(JSON.stringify({ cpuMs: (userCPUTime + systemCPUTime) / 1_000, peakMb: maxRSS / 1_024 }));
});
