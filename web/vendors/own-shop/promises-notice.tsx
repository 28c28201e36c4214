import { Link } from 'react-router'
import { countPromises, dueText, goingOnText, type Promises } from '#domain/vendors/promises.ts'
import { useRevealFault } from '#web/forms/reveal-fault.ts'
import { Checkbox } from '#web/ui/controls/text-field.tsx'
import { day } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'

interface PromisesNoticeProps {
  promises: Promises
  outcome: { ok: boolean } | undefined
}

/** Names what was promised, above the button that saves over it. */
export function PromisesNotice({ promises, outcome }: PromisesNoticeProps) {
  const more = promises.buyCount - promises.buys.length
  // It replaces the message at the top of the page.
  const shown = useRevealFault<HTMLDivElement>(outcome)
  return (
    <div ref={shown} tabIndex={-1}>
      <Notice tone="warning" title="Nothing is saved yet. This is promised:">
        <ul className="list-disc pl-5">
          {promises.orders.map((due) => (
            <li key={due.day}>{dueText(due)}</li>
          ))}
          {promises.buyCount > 0 && (
            <li>
              {goingOnText(promises)}
              <ul className="list-disc pl-5">
                {promises.buys.map(({ id, product_name: name, share_date: date, people }) => (
                  <li key={id}>
                    <Link to={`/vendor/products/buys/${id}`} className="text-link">
                      {name}
                    </Link>
                    {date && `, shared ${day(date)}`}, {people} joined
                  </li>
                ))}
                {more > 0 && <li>and {more} more</li>}
              </ul>
            </li>
          )}
        </ul>
        <Checkbox
          name="accepted_promises"
          value={countPromises(promises)}
          label="I keep these promises. Save all the same."
        />
      </Notice>
    </div>
  )
}
