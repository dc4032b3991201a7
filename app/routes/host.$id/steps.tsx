import { Close } from "./close-step.tsx";
import { Message } from "./message-step.tsx";
import { Missing } from "./missing-step.tsx";
import { ConfirmMove, Move } from "./seat-steps.tsx";
import type { StepProps } from "./step-props.ts";
import type { ViewOf } from "./views.ts";

type StepView = ViewOf<"missing" | "message" | "move" | "confirm move" | "close">;

type AnyStepProps = Omit<StepProps<StepView["is"]>, "view"> & { view: StepView };

/** The page of one thing that a host does. */
export function HostStepOf(props: AnyStepProps) {
  const { view } = props;
  switch (view.is) {
    case "missing":
      return <Missing {...props} view={view} />;
    case "message":
      return <Message {...props} view={view} />;
    case "move":
      return <Move {...props} view={view} />;
    case "confirm move":
      return <ConfirmMove {...props} view={view} />;
    case "close":
      return <Close {...props} view={view} />;
  }
}
