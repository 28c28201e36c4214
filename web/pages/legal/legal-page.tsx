import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { PageHeading } from '#web/ui/headings.tsx'
import { textFigures } from '../text-figures.ts'

/** "Static legal text, last updated February 2025" (specification, section 2). */
const LAST_UPDATED = 'February 2025'

export interface LegalSection {
  /** The anchor. It must not change with the title, because other pages link to it. */
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  lead: string
  /** A summary as untranslated messages. */
  summary: readonly string[]
  sections: readonly LegalSection[]
  /** Parameters of the summary. */
  figures?: Readonly<Record<string, string | number>>
}

/** A translated summary; then, in English, a table of contents and numbered sections with anchors. */
export function LegalPage({ title, lead, summary, sections, figures = textFigures }: LegalPageProps) {
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <p className="mb-8 text-soft">Last updated {LAST_UPDATED}</p>
      <InShort summary={summary} figures={figures} />
      <div lang="en-NG" className="grid gap-8 lg:grid-cols-[260px_minmax(0,1fr)] lg:gap-12">
        <nav aria-labelledby="contents" className="text-link self-start lg:sticky lg:top-6">
          <h2 id="contents" className="mb-2 text-18">
            Contents
          </h2>
          <ol className="grid">
            {sections.map(({ id, title: name }, index) => (
              <li key={id}>
                <a href={`#${id}`} className="inline-flex min-h-11 items-center lg:min-h-9">
                  {index + 1}. {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="prose">
          {sections.map(({ id, title: name, body }, index) => (
            <section key={id} aria-labelledby={id} className="[&:first-child>h2]:mt-0">
              <h2 id={id}>
                {index + 1}. {name}
              </h2>
              {body}
            </section>
          ))}
        </article>
      </div>
    </>
  )
}

function InShort({ summary, figures }: Required<Pick<LegalPageProps, 'summary' | 'figures'>>) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="in-short" className="mb-10 max-w-measure rounded-card border border-grain bg-card p-5">
      <h2 id="in-short" className="mb-2 text-22">
        {i18n.t('In short')}
      </h2>
      <ul className="grid list-disc gap-1 pl-5">
        {summary.map((sentence) => (
          <li key={sentence}>{i18n.t(sentence, figures)}</li>
        ))}
      </ul>
      <p className="mt-3 font-semibold">
        {i18n.t('This is only a summary. The English text below is the one that counts.')}
      </p>
    </section>
  )
}
