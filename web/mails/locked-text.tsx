import { SectionHeading } from '#web/ui/headings.tsx'

/** A message of account security as it is sent, and why its words cannot be changed. */
export function LockedText({ lang, text }: { lang: string; text: { subject: string; body: string } }) {
  return (
    <>
      <p className="my-4 max-w-measure text-soft">
        Nobody can change this text. People recognise by its words that their account, money or data is being touched,
        and it warns them even if a chief’s account is taken over.
      </p>
      <SectionHeading>Example</SectionHeading>
      <article className="max-w-measure rounded-card border border-grain bg-card p-4" lang={lang}>
        {text.subject && <p className="mb-2 font-bold break-words">{text.subject}</p>}
        <p className="whitespace-pre-wrap wrap-anywhere">{text.body}</p>
      </article>
    </>
  )
}
