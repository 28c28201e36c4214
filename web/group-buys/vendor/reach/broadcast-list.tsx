import { datedDay, datedMoment, plural } from '#web/ui/format.ts'
import { audienceText } from './audience-texts.ts'
import type { Broadcast } from './queries.ts'

/** Messages and extensions of a buy: when, to whom, and the words or the dates. */
export function BroadcastList({ broadcasts }: { broadcasts: readonly Broadcast[] }) {
  return (
    <ul className="grid max-w-measure gap-4">
      {broadcasts.map((broadcast) => (
        <li key={broadcast.id} className="border-l-4 border-grain pl-4">
          <p className="text-14 text-soft">
            {datedMoment(broadcast.created_at)}, {audienceText(broadcast.audience).toLowerCase()}:{' '}
            {plural(broadcast.recipients, 'person', 'people')}
            {broadcast.by_staff && ', by our staff'}
          </p>
          <p className="break-words whitespace-pre-line">{broadcast.body ?? <Extension extension={broadcast} />}</p>
        </li>
      ))}
    </ul>
  )
}

function Extension({ extension }: { extension: Broadcast }) {
  const { former_end_date: from, end_date: to, former_share_date: formerDay, share_date: day } = extension
  if (!from || !to || !day) return null
  return (
    <>
      Extended from {datedMoment(from)} to {datedMoment(to)}.{' '}
      {formerDay === day ? 'The sharing day stayed.' : `The sharing day is ${datedDay(day)}.`}
    </>
  )
}
