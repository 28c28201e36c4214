import { Badge } from '#web/ui/badge.tsx'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import type { WorkItem } from './due-items.ts'

interface WorkListProps {
  items: readonly WorkItem[]
  /** Finished work, folded away. */
  done: readonly string[]
}

/** The work to be done, each item with one press to where it is done. The first is the page's main act. */
export function WorkList({ items, done }: WorkListProps) {
  return (
    <>
      <ul className="mb-4 grid gap-3 empty:hidden">
        {items.map(({ key, title, detail, isLate, to, act }, index) => (
          <li
            key={key}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-card border border-grain bg-card p-4"
          >
            <div className="min-w-0 flex-1 basis-52">
              <h3 className="text-18 wrap-anywhere">
                {title} {isLate && <Badge tone="urgent">Late</Badge>}
              </h3>
              <p className="text-soft wrap-anywhere">{detail}</p>
            </div>
            <LinkButton to={to} tone={index === 0 ? 'primary' : 'plain'} className="max-sm:w-full">
              {act}
              <span className="sr-only">: {title}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
      {done.length > 0 && (
        <div className="mb-8">
          <Disclosure title="Done in the last 24 hours">
            <ul className="text-soft">
              {done.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Disclosure>
        </div>
      )}
    </>
  )
}
