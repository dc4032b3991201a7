import { Logo } from "./logo.tsx";
import { MessagePage } from "./message-page.tsx";

interface RefusalPageProps {
  title: string;
  text: string;
  stylesheet: string;
}

/**
 * A whole document without scripts: a request of another site says not who is signed in, and the script would tell other
 * tabs that nobody is.
 */
export function RefusalPage({ title, text, stylesheet }: RefusalPageProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Öten`}</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main id="main" className="grow">
          <p className="page-width pt-4">
            <Logo />
          </p>
          <MessagePage title={title} text={text} />
        </main>
      </body>
    </html>
  );
}
