import type { Random } from "#app/matching/random.ts";
import type { Group, GroupBoard, Grouping } from "./group-board.ts";

/** Takes the largest and best remaining group of two groupings in turn; elements left over join at random. */
export function crossOver(groupings: Grouping[], board: GroupBoard, random: Random): Int32Array {
  const { elementCount, groupSize, groupCount } = board;
  const first = random.nextBelow(groupings.length);
  const second = (first + 1 + random.nextBelow(groupings.length - 1)) % groupings.length;
  const parents = [first, second].map((i) => {
    board.assignGroups((groupings[i] as Grouping).groupOf);
    return board.listGroups();
  });
  const groupOf = new Int32Array(elementCount).fill(-1);
  const freePlaces = new Int32Array(groupCount).fill(groupSize);
  let turn = random.nextBelow(2);
  for (let group = 0; group < groupCount; group++, turn = 1 - turn) {
    const remaining = (parents[turn] as Group[]).map(({ members, score }) => ({
      score,
      members: members.filter((member) => (groupOf[member] as number) < 0),
    }));
    const { members } = remaining.reduce((a, b) =>
      b.members.length > a.members.length || (b.members.length === a.members.length && b.score > a.score)
        ? b
        : a,
    );
    for (const member of members) groupOf[member] = group;
    freePlaces[group] = groupSize - members.length;
  }
  const leftOver = random.shuffle(
    Int32Array.from([...groupOf.keys()].filter((member) => (groupOf[member] as number) < 0)),
  );
  let group = 0;
  for (const member of leftOver) {
    while (freePlaces[group] === 0) group++;
    groupOf[member] = group;
    freePlaces[group] = (freePlaces[group] as number) - 1;
  }
  return groupOf;
}
