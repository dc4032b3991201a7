import type { PartyMember } from "#app/components/party.tsx";
import { colorFaces } from "#app/lib/account/draw-face.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress } from "#app/lib/account/person.ts";

interface Diner {
  userId: string;
  firstName: string;
  avatarUrl: string | null;
  face: number | null;
}

/** Clockwise from the viewer: all diners of a table see the same neighbors. */
export function seatDiners(env: Env, diners: readonly Diner[], userId: string): PartyMember[] {
  const own = Math.max(
    0,
    diners.findIndex((diner) => diner.userId === userId),
  );
  const seated = [...diners.slice(own), ...diners.slice(0, own)];
  const faces = colorFaces(seated.map((diner) => findFace(env, diner)));
  return seated.map((diner, i) => ({
    firstName: diner.firstName,
    photo: avatarAddress(diner.avatarUrl),
    drawn: faces[i] ?? findFace(env, diner),
    isYou: diner.userId === userId,
  }));
}
