import * as z from "zod";
import { personName } from "./person.ts";

const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "Please enter a valid email address")
  // Excludes characters that make a mail server read "x<anna@oten.example>" as another address.
  .regex(
    /^[^\s\p{C}@"(),:;<>[\]\\]+@[^\s\p{C}@"(),:;<>[\]\\.]+(?:\.[^\s\p{C}@"(),:;<>[\]\\.]+)+$/u,
    "Please enter a valid email address",
  );

const password = z.string().max(200, "Use at most 200 characters for the password");

export const loginForm = z.object({
  email: z.string().trim().toLowerCase().max(254),
  password: z.string().max(1_000),
});

export const registerForm = z.object({
  email,
  firstName: personName,
  lastName: personName,
  password,
  repeatPassword: z.string(),
});

export const emailForm = z.object({
  email: z.string().trim().toLowerCase().min(1, "Email is required").pipe(email),
});

export const newPasswordForm = z.object({ password, repeatPassword: z.string() });

export const resetPasswordForm = newPasswordForm.extend({
  token: z.string().max(100),
  firstName: personName.default(""),
  lastName: personName.default(""),
});

export const passwordsDiffer = "Your passwords do not match";

export function firstError({ issues }: z.ZodError) {
  const [issue] = issues;
  return {
    field: String(issue?.path[0] ?? ""),
    message:
      !issue || issue.code === "invalid_type" ? "Check what you entered, then try again." : issue.message,
  };
}
