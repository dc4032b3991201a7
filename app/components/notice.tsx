export function Notice({ children }: { children: string }) {
  return (
    <p
      role="status"
      className="relative z-20 bg-green-wash px-gutter py-3 text-center text-small font-label text-green-text"
    >
      {children}
    </p>
  );
}
