import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { type Refusal, refuseTooOften, requireUser } from "#app/auth/guards.server.ts";
import { userIdIfSignedIn } from "#app/auth/session.server.ts";
import { Banner, FormError } from "#app/components/banner.tsx";
import { Button } from "#app/components/button.tsx";
import { CenteredCard } from "#app/components/card.tsx";
import { Field } from "#app/components/field.tsx";
import { privatePage, type RouteHandle } from "#app/components/page.tsx";
import { SiteLayout } from "#app/components/site-layout.tsx";
import { loadBatched } from "#app/db/batches.ts";
import { pathToBook } from "#app/http/cookies.ts";
import { readFormData } from "#app/http/forms.ts";
import { badRequest, retryAfterHeader } from "#app/http/responses.ts";
import { type CleanImage, cleanImage, imageTypes, shrinkImage } from "#app/images/clean-image.ts";
import { findFace } from "#app/lib/account/find-face.server.ts";
import { avatarAddress, personName } from "#app/lib/account/person.ts";
import { imageErrors } from "#app/lib/error-messages.ts";
import { withTimeout } from "#app/lib/timing.ts";
import { oncePerRequest } from "#app/load-context.ts";
import { describeError, log, logError } from "#app/log.ts";
import {
  isAvatarStored,
  PhotoNotStored,
  readProfile,
  saveAvatar,
  saveProfile,
} from "#app/models/account/profiles.server.ts";
import { readSampleShares } from "#app/models/seating/sample-shares.server.ts";
import { FaceChoice, faceForm, offerFaces, readOffered } from "./face-choice.tsx";
import { PhotoInput } from "./photo-input.tsx";

export const handle: RouteHandle = { styles: "quiz" };

export const headers = retryAfterHeader;

export const meta = () => privatePage("Show your best self");

const nameForm = personName.pipe(z.string().min(1, "Please enter your first name."));

/** A refused form needs the profile, which is read at the same time as the session. */
const findProfile = oncePerRequest((context: AppLoadContext) => {
  const userId = userIdIfSignedIn(context);
  return Promise.all([
    loadBatched(context, readProfile(context.db, userId)),
    loadBatched(context, readSampleShares(context.db, userId)),
  ]);
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const [[profile, shares], { userId }] = await Promise.all([
    findProfile(context),
    requireUser(request, context),
  ]);
  const form = context.failure?.form;
  const face = profile?.face ?? null;
  const isAway = Boolean(profile?.avatarUrl) && !(await canBeShown(context, profile?.avatarUrl ?? ""));
  return {
    firstName: profile?.firstName ?? "",
    photo: isAway ? null : avatarAddress(profile?.avatarUrl),
    downloadError: isAway ? imageErrors.away : null,
    keptPhoto: form ? await keepPhoto(form, context.env) : null,
    face,
    drawn: findFace(context.env, { userId, face }),
    /** Nothing where there is a photo, which comes before a face. */
    offered: profile?.avatarUrl ? null : ((form && readOffered(form)) ?? offerFaces(face)),
    types: imageTypes,
    /** Only for somebody who has not chosen how they look, so most likely right after the quiz. */
    shares: profile?.avatarUrl || face !== null ? [] : shares,
  };
}

const photoTimeoutMs = 2_000;

/** If not, the browser would show a broken picture without a reason. */
async function canBeShown({ env, requestId }: AppLoadContext, key: string): Promise<boolean> {
  try {
    const isStored = await withTimeout(photoTimeoutMs, isAvatarStored(env.AVATARS, key));
    if (!isStored) log("warning", "photo missing", { requestId });
    return isStored;
  } catch (error) {
    logError("photo not looked up", error, { requestId });
    return false;
  }
}

interface Failure {
  name: string | undefined;
  nameError?: string | undefined;
  photoError?: string | undefined;
  photo?: string | null | undefined;
  keptPhoto?: string | null | undefined;
  offered?: number[] | undefined;
  face?: number | null | undefined;
}

/** Saves a valid photo even when the name is invalid, because a browser cannot refill a file input. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await readFormData(request);
  const nameField = form.get("name");
  const typedName = typeof nameField === "string" ? nameField : undefined;
  const unread = context.largePhoto?.refusal;
  if (unread) {
    await requireUser(request, context);
    return json<Failure>({ name: typedName, photoError: unread.message }, unread.init);
  }
  const name = nameForm.safeParse(typedName ?? "");
  const face = faceForm.safeParse(form.get("face"));
  const bytes = await readPhoto(form);
  const image = bytes && cleanImage(bytes);
  const [{ userId }, tooOften] = await Promise.all([
    requireUser(request, context),
    bytes && !context.largePhoto ? refuseTooOften(context, userIdIfSignedIn(context), "photo") : undefined,
    name.success ? undefined : findProfile(context),
  ]);
  if (!face.success) throw badRequest();
  if (form.get("intent") === "other-faces")
    return json<Failure>({
      name: typedName,
      offered: offerFaces(),
      keptPhoto: tooOften ? null : await keepPhoto(form, context.env),
    });
  const changes = { userId, image, name: name.data, face: face.data };
  const { refusal, ...photos }: Outcome = tooOften ? { refusal: tooOften } : await save(context, changes);
  if (!refusal && name.success) return redirect(pathToBook(context));
  const nameError = name.error?.issues[0]?.message;
  const failure = {
    name: typedName ?? "",
    nameError,
    photoError: refusal?.message,
    ...photos,
    offered: readOffered(form),
    face: face.data,
  };
  return json<Failure>(failure, refusal?.init ?? 400);
}

interface Changes {
  userId: string;
  /** An error message if it is not an image. */
  image: CleanImage | string | undefined;
  name: string | undefined;
  face: number | null;
}

interface Outcome extends Pick<Failure, "photo" | "keptPhoto"> {
  refusal?: Refusal;
}

const refuse = (message: string, status = 400) => ({ refusal: { message, init: { status } } });

async function save(
  { db, env, now, requestId }: AppLoadContext,
  { userId, image, name, face }: Changes,
): Promise<Outcome> {
  if (typeof image === "string") return refuse(image);
  const saveName = async () => name !== undefined && saveProfile(db, userId, { firstName: name, face }, now);
  if (!image) {
    await saveName();
    return {};
  }
  try {
    const store = { db, bucket: env.AVATARS, images: env.IMAGES };
    const key = await saveAvatar(store, userId, image, now, name);
    return key ? { photo: avatarAddress(key) } : refuse(imageErrors.unreadable);
  } catch (error) {
    if (!(error instanceof PhotoNotStored)) throw error;
    logError("photo not stored", error, { requestId });
    await saveName();
    const message = name === undefined ? imageErrors.unsaved : `${imageErrors.unsaved} Your name is saved.`;
    return { ...refuse(message, 503), keptPhoto: toDataUrl(error.image) };
  }
}

export default function Identity() {
  const { firstName, photo, downloadError, keptPhoto, types, drawn, shares, ...loaded } =
    useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const offered = loaded.offered && (failure?.offered ?? loaded.offered);
  return (
    <SiteLayout>
      {!failure && shares.length > 0 && <Shares sentences={shares} />}
      <CenteredCard>
        <h1 className="display text-2">Show your best self!</h1>
        <p className="max-w-88 text-ink-2">
          Your first name and profile photo will be visible to your dinner group.
        </p>
        <FormError>{failure?.photoError}</FormError>
        {!failure?.photoError && downloadError && <Banner variant="error">{downloadError}</Banner>}
        <form method="post" encType="multipart/form-data" noValidate className="grid w-full gap-6">
          {/* The key Enter in the name presses the first button. */}
          <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
          <PhotoInput
            drawn={downloadError ? null : drawn}
            savedUrl={failure?.photo ?? photo}
            keptPhoto={failure?.keptPhoto ?? keptPhoto}
            types={types}
          />
          {offered && <FaceChoice offered={offered} chosen={failure?.face ?? loaded.face} />}
          <div className="text-left">
            <Field
              label="Name"
              name="name"
              autoComplete="given-name"
              maxLength={100}
              required
              defaultValue={failure?.name ?? firstName}
              error={failure?.nameError}
            />
          </div>
          <Button variant="primary">Looks good</Button>
        </form>
      </CenteredCard>
    </SiteLayout>
  );
}

const Shares = ({ sentences }: { sentences: string[] }) => (
  <section className="ground-green px-gutter pt-6">
    <div className="mx-auto grid max-w-card gap-1.5">
      <p className="display pb-2 text-3 text-balance">Your table will read sentences like these:</p>
      {sentences.map((sentence) => (
        <p
          key={sentence}
          className="display paper rounded-[3px] bg-surface px-5 py-3 text-[1.125rem]/[1.25] text-ink odd:rotate-[0.5deg] even:-rotate-[0.7deg]"
        >
          {sentence}
        </p>
      ))}
      <p className="pt-1 text-small text-on-green-2">About the table, not you alone.</p>
    </div>
  </section>
);

/** The page contains the photo twice. */
const maxKeptBytes = 1_000_000;

/** The photo that was sent with the form: a file, or the copy from an earlier page. */
async function readPhoto(form: FormData): Promise<Uint8Array | undefined> {
  const [file, kept] = [form.get("photo"), form.get("keptPhoto")];
  if (file instanceof File && file.size > 0) return new Uint8Array(await file.arrayBuffer());
  const [, data] = typeof kept === "string" ? kept.split(";base64,") : [];
  return data ? new Uint8Array(Buffer.from(data, "base64")) : undefined;
}

/** Returns the photo of a form that was not saved, for the page that asks to try again. */
async function keepPhoto(form: FormData, { IMAGES }: Env): Promise<string | null> {
  const bytes = await readPhoto(form);
  const sent = bytes && cleanImage(bytes);
  if (!sent || typeof sent === "string") return null;
  if (!IMAGES) return toDataUrl(sent);
  const image = await shrinkImage(IMAGES, sent).catch((error) => {
    log("warning", "photo not kept", { error: describeError(error) });
    return undefined;
  });
  return toDataUrl(image);
}

/** Null if the image is too large for the page. */
function toDataUrl(image: CleanImage | undefined): string | null {
  if (!image || image.bytes.length > maxKeptBytes) return null;
  return `data:${image.type};base64,${Buffer.from(image.bytes).toString("base64")}`;
}
