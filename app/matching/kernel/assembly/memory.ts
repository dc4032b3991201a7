let end: usize = __heap_base;

/** Every list begins at a multiple of 16 bytes, the width of a SIMD vector. */
export function allocate(bytes: usize): usize {
  const start = end;
  end = (start + bytes + 15) & ~15;
  const missingPages = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (missingPages > 0) memory.grow(missingPages);
  return start;
}

export function get(list: usize, index: i32): i32 {
  return load<i32>(list + ((<usize>index) << 2));
}

export function set(list: usize, index: i32, value: i32): void {
  store<i32>(list + ((<usize>index) << 2), value);
}
