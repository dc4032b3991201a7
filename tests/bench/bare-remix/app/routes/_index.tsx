export const meta = () => [{ title: "Bare Remix" }];

export default function Index() {
  return (
    <main>
      <h1>Hello</h1>
      <p>The least a Remix page can be.</p>
    </main>
  );
}
