/**
 * Checks JSON before it is parsed: its syntax, how much it holds, and names that JSON.parse would drop. It builds no values,
 * so a hostile text costs one pass.
 */

export type JsonPath = (string | number)[];

export class JsonProblem extends Error {
  readonly path: JsonPath;
  readonly offset: number;

  /** Without a message the text is not JSON. */
  constructor(path: JsonPath, offset: number, message = "") {
    super(message);
    this.path = path;
    this.offset = offset;
  }
}

/** As many as 20,000 diners have who answer 24 questions and have 20 relations each, with their match record. */
const maxValues = 2_000_000;
const maxDepth = 100;
const maxListLength = 20_000;
/** An entry for each question is the most that an object has. */
const maxNames = 200;
const maxNameLength = 1_000;

/** By the name of the list. */
const maxLengths = new Map<string | number, number>([
  ["diners", maxListLength],
  ["venues", 1_000],
  ["questions", 200],
]);

/** A list or an object that is not yet closed. */
interface Level {
  isList: boolean;
  /** Of the entry that is being read: its position or its name. */
  step: string | number;
  maxLength: number;
  names: Set<string>;
}

const noNames = new Set<string>();

class JsonScanner {
  private readonly text: string;
  private readonly target: JsonPath | undefined;
  private readonly levels: Level[] = [];
  private at = 0;
  private valueCount = 0;
  private matchedSteps = 0;
  private hasFound = false;
  /** Where the target begins, or the deepest value around it. */
  foundOffset = 0;

  constructor(text: string, target?: JsonPath) {
    this.text = text;
    this.target = target;
  }

  scan(): void {
    do this.readValue();
    while (!this.hasFound && this.goToNextValue());
  }

  private fail(message?: string, offset = this.at): never {
    throw new JsonProblem(
      this.levels.map(({ step }) => step),
      offset,
      message,
    );
  }

  private nextCode(): number {
    return this.text.charCodeAt(this.at);
  }

  private skipSpace(): number {
    let code = this.nextCode();
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) {
      this.at++;
      code = this.nextCode();
    }
    return code;
  }

  private skipDigits(): void {
    const from = this.at;
    while (isDigit(this.nextCode())) this.at++;
    if (this.at === from) this.fail();
  }

  /** Reads one value, or opens a list or an object and reads up to its first value. */
  private readValue(): void {
    for (;;) {
      const code = this.skipSpace();
      this.noteValue();
      if (code === 0x7b) {
        this.openLevel(false);
        if (this.skipSpace() === 0x7d) return;
        this.readName();
      } else if (code === 0x5b) {
        this.openLevel(true);
        if (this.skipSpace() === 0x5d) return;
      } else {
        this.skipScalar(code);
        return;
      }
      if (this.hasFound) return;
    }
  }

  /** Closes what ends here. False at the end of the text. */
  private goToNextValue(): boolean {
    for (;;) {
      const code = this.skipSpace();
      const level = this.levels.at(-1);
      if (!level) {
        if (this.at < this.text.length) this.fail();
        return false;
      }
      if (code === 0x2c) {
        this.at++;
        if (level.isList) this.countEntry(level);
        else this.readName();
        return true;
      }
      if (code !== (level.isList ? 0x5d : 0x7d)) this.fail();
      this.at++;
      this.levels.pop();
      if (this.target && this.levels.length <= this.matchedSteps) {
        this.hasFound = true;
        return false;
      }
    }
  }

  private noteValue(): void {
    if (++this.valueCount > maxValues)
      throw new JsonProblem([], this.at, `there are more than ${format(maxValues)} values.`);
    const depth = this.levels.length;
    if (!this.target || depth > this.matchedSteps + 1) return;
    if (depth > 0) {
      if (depth <= this.matchedSteps || this.levels[depth - 1]?.step !== this.target[depth - 1]) return;
      this.matchedSteps = depth;
    }
    this.foundOffset = this.at;
    this.hasFound = depth === this.target.length;
  }

  private openLevel(isList: boolean): void {
    if (this.levels.length === maxDepth) throw new JsonProblem([], this.at, "it is nested too deeply.");
    const name = this.levels.at(-1)?.step ?? "";
    this.at++;
    this.levels.push({
      isList,
      step: isList ? 0 : "",
      maxLength: isList ? (maxLengths.get(name) ?? maxListLength) : maxNames,
      names: isList ? noNames : new Set(),
    });
  }

  private countEntry(level: Level): void {
    level.step = Number(level.step) + 1;
    if (level.step < level.maxLength) return;
    this.skipSpace();
    const offset = this.at;
    this.levels.pop();
    const name = this.levels.at(-1)?.step ?? "";
    const noun = maxLengths.has(name) ? name : "entries";
    this.fail(`there are more than ${format(level.maxLength)} ${noun}.`, offset);
  }

  private readName(): void {
    const level = this.levels.at(-1) as Level;
    if (this.skipSpace() !== 0x22) this.fail();
    const from = this.at;
    const hasEscapes = this.skipString();
    if (this.at - from > maxNameLength) {
      this.levels.pop();
      this.fail("it has a name that is too long.", from);
    }
    const name = hasEscapes
      ? String(JSON.parse(this.text.slice(from, this.at)))
      : this.text.slice(from + 1, this.at - 1);
    level.step = name;
    if (name === "__proto__") this.fail("this name is not allowed.", from);
    if (level.names.has(name)) this.fail("this name is there twice.", from);
    level.names.add(name);
    if (level.names.size > level.maxLength) {
      this.levels.pop();
      this.fail(`it has more than ${level.maxLength} entries.`, from);
    }
    if (this.skipSpace() !== 0x3a) this.fail();
    this.at++;
  }

  private skipScalar(code: number): void {
    if (code === 0x22) this.skipString();
    else if (code === 0x2d || isDigit(code)) this.skipNumber();
    else {
      const word = ["true", "false", "null"].find((each) => this.text.startsWith(each, this.at));
      if (!word) this.fail();
      else this.at += word.length;
    }
  }

  private skipNumber(): void {
    if (this.nextCode() === 0x2d) this.at++;
    if (this.nextCode() === 0x30) this.at++;
    else this.skipDigits();
    if (this.nextCode() === 0x2e) {
      this.at++;
      this.skipDigits();
    }
    if (this.nextCode() === 0x65 || this.nextCode() === 0x45) {
      this.at++;
      if (this.nextCode() === 0x2b || this.nextCode() === 0x2d) this.at++;
      this.skipDigits();
    }
  }

  /** Returns whether it has escapes. */
  private skipString(): boolean {
    const { text } = this;
    let hasEscapes = false;
    let at = this.at + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x22) break;
      // The end of the text gives NaN.
      if (!(code >= 0x20)) {
        this.at = at;
        this.fail();
      }
      at++;
      if (code !== 0x5c) continue;
      hasEscapes = true;
      const escaped = text.charCodeAt(at++);
      let isValid = simpleEscapes.has(escaped);
      if (escaped === 0x75) {
        isValid = isHex(text.charCodeAt(at)) && isHex(text.charCodeAt(at + 1));
        isValid &&= isHex(text.charCodeAt(at + 2)) && isHex(text.charCodeAt(at + 3));
        at += 4;
      }
      if (!isValid) {
        this.at = Math.min(at, text.length);
        this.fail();
      }
    }
    this.at = at + 1;
    return hasEscapes;
  }
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isHex = (code: number) => isDigit(code) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
const simpleEscapes = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));

const format = (count: number) => count.toLocaleString("en");

/** Returns the first problem of the text. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    new JsonScanner(text).scan();
    return undefined;
  } catch (error) {
    if (error instanceof JsonProblem) return error;
    throw error;
  }
}

/** Where the value at this path begins, or the deepest one around it. The text must have no problem. */
export function findOffset(text: string, path: JsonPath): number {
  const scanner = new JsonScanner(text, path);
  scanner.scan();
  return scanner.foundOffset;
}
