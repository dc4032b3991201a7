import type { Random } from "#app/matching/random.ts";
import type { Group, GroupBoard, Grouping } from "./group-board.ts";

/** The best of the groups of two groupings, in turn, without those already taken; the rest by chance. */
export function cross(known: Grouping[], board: GroupBoard, random: Random): Int32Array {
  const { count, size, groups } = board;
  const first = random.below(known.length);
  const second = (first + 1 + random.below(known.length - 1)) % known.length;
  const lines = [first, second].map((i) => {
    board.arrange((known[i] as Grouping).group);
    return board.members();
  });
  const child = new Int32Array(count).fill(-1);
  const room = new Int32Array(groups).fill(size);
  let turn = random.below(2);
  for (let g = 0; g < groups; g++, turn = 1 - turn) {
    const left = (lines[turn] as Group[]).map(({ members, score }) => ({
      score,
      members: members.filter((member) => (child[member] as number) < 0),
    }));
    const { members } = left.reduce((a, b) =>
      b.members.length > a.members.length || (b.members.length === a.members.length && b.score > a.score)
        ? b
        : a,
    );
    for (const member of members) child[member] = g;
    room[g] = size - members.length;
  }
  const rest = random.shuffle(
    Int32Array.from([...child.keys()].filter((member) => (child[member] as number) < 0)),
  );
  let g = 0;
  for (const member of rest) {
    while (room[g] === 0) g++;
    child[member] = g;
    room[g] = (room[g] as number) - 1;
  }
  return child;
}
