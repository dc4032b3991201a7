import { Sign } from "./sign.tsx";

/** The fields that are wrong name it in `aria-describedby`. */
export const FieldError = ({ name, error }: { name: string; error: string | undefined }) =>
  error ? (
    <p id={`${name}-error`} className="mt-2 flex items-start gap-2 text-small text-paprika-text">
      <Sign name="alert" className="mt-0.5 size-4.5" />
      {error}
    </p>
  ) : null;
