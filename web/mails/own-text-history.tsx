import { Form } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'

interface OwnTextVersion {
  version: number
  subject: string | null
  body: string | null
  author_name: string
  created_at: string
}

/** The versions with their authors and times, newest first. A former text is brought back by saving it as a new version. */
export function OwnTextHistory({ versions, actKey }: { versions: readonly OwnTextVersion[]; actKey: string }) {
  const newest = versions[0]?.version ?? 0
  return (
    <section aria-labelledby="history" className="mt-8">
      <SectionHeading id="history">History</SectionHeading>
      {versions.length === 0 && <p className="text-soft">Nobody has changed this text yet.</p>}
      <ol className="grid gap-4">
        {versions.map(({ version, subject, body, author_name: author, created_at: at }) => (
          <li key={version} className="rounded-card border border-grain bg-card p-4">
            <p>
              {author} {body === null ? 'took the standard text again' : 'wrote this'}, {datedMoment(at)}.
            </p>
            {body !== null && (
              <details className="mt-1">
                <summary className="min-h-11 cursor-pointer py-2 text-link underline underline-offset-4">
                  Read version {version}
                </summary>
                {subject && <p className="font-bold break-words">{subject}</p>}
                <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
                {version !== newest && (
                  <Form method="post" className="mt-3">
                    <input type="hidden" name="key" value={actKey} />
                    <input type="hidden" name="version" value={newest} />
                    <input type="hidden" name="subject" value={subject ?? ''} />
                    <input type="hidden" name="body" value={body} />
                    <Button name="intent" value="save" tone="plain">
                      Bring back version {version}
                    </Button>
                  </Form>
                )}
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
