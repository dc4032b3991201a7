let end: usize = __heap_base;

/** Room for a list. Each begins where sixteen bytes can be read at once. */
export function take(bytes: usize): usize {
  const start = end;
  end = (start + bytes + 15) & ~15;
  const missing = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (missing > 0) memory.grow(missing);
  return start;
}

export function get(list: usize, place: i32): i32 {
  return load<i32>(list + ((<usize>place) << 2));
}

export function set(list: usize, place: i32, value: i32): void {
  store<i32>(list + ((<usize>place) << 2), value);
}
