import type { ReactNode } from 'react'
import { PageHeading } from '#web/ui/headings.tsx'

/** "Static legal text, last updated February 2025" (specification, section 2). */
const LAST_UPDATED = 'February 2025'

export interface LegalSection {
  /** The anchor, which stays the same if the title is reworded, because others link to it. */
  id: string
  title: string
  body: ReactNode
}

interface LegalPageProps {
  title: string
  lead: string
  sections: readonly LegalSection[]
}

/** A table of contents, then numbered sections with anchors. */
export function LegalPage({ title, lead, sections }: LegalPageProps) {
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <p className="mb-8 text-soft">Last updated {LAST_UPDATED}</p>
      <div className="grid gap-8 lg:grid-cols-[260px_minmax(0,1fr)] lg:gap-12">
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
