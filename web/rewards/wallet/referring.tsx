import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { type NoReward, noRewardTexts } from '#domain/rewards/earning.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo, longDay, plural } from '#web/ui/format.ts'
import { ShareLink } from '../share-link.tsx'
import type { OwnReward } from './queries.ts'

interface Props {
  code: string
  link: string
  counts: { all: number; successful: number }
  rewards: readonly OwnReward[]
}

/** The person's link and code, who came by it, and what that earns. */
export function Referring({ code, link, counts, rewards }: Props) {
  const expected = rewards.filter(({ state }) => state === 'expected').length
  const coming = rewards.filter(({ state }) => state === 'coming')
  const unripe = rewards.filter(({ state }) => state === 'unripe')
  const lost = rewards.filter(({ state }) => state === 'refused' || state === 'taken_back')
  return (
    <section aria-labelledby="referring" className="mt-10 grid max-w-140 gap-5">
      <h2 id="referring" className="text-22">
        Bring people, earn PEPS
      </h2>
      <ShareLink link={link} />
      <DataList
        facts={[
          { label: 'Your code', value: <strong>{code}</strong> },
          { label: 'People who joined by it', value: counts.all },
          { label: 'With a settled order', value: counts.successful },
        ]}
      />
      {(expected > 0 || coming.length > 0) && (
        <div>
          <h3 className="mb-2 text-18">Coming</h3>
          <ul className="divide-y divide-grain">
            {coming.map(({ id, amount_kobo, settled_at }) => (
              <li key={id} className="py-2">
                <strong className="tabular-nums">{kobo(amount_kobo ?? 0).replace('₦', '')} PEPS</strong>, for an order
                final on {longDay(settled_at ?? '')}. Becomes yours within {REFERRAL_CREDIT_HOURS} hours of that day.
              </li>
            ))}
            {expected > 0 && (
              <li className="py-2">
                {plural(expected, 'paid order')} of people you referred {expected === 1 ? 'is' : 'are'} not final yet.
                Rewards become yours within {REFERRAL_CREDIT_HOURS} hours of settlement, or of the end of free
                cancellation of a bulk order.
              </li>
            )}
          </ul>
        </div>
      )}
      {unripe.length > 0 && (
        <div>
          <h3 className="mb-2 text-18">Earned, not to be spent yet</h3>
          <ul className="divide-y divide-grain">
            {unripe.map(({ id, amount_kobo, settled_at, ripe_at }) => (
              <li key={id} className="py-2">
                <strong className="tabular-nums">{kobo(amount_kobo ?? 0).replace('₦', '')} PEPS</strong>
                {settled_at && `, for an order settled on ${longDay(settled_at)}`}.{' '}
                {ripe_at
                  ? `Yours to spend from ${longDay(ripe_at)}, when the order can no longer be cancelled.`
                  : 'The group buy was cancelled, so the reward goes back with the order.'}
              </li>
            ))}
          </ul>
        </div>
      )}
      {lost.length > 0 && (
        <div>
          <h3 className="mb-2 text-18">Did not come</h3>
          <ul className="divide-y divide-grain">
            {lost.map(({ id, amount_kobo, settled_at, reason, state }) => (
              <li key={id} className="py-2">
                <span className="tabular-nums">{kobo(amount_kobo ?? 0).replace('₦', '')} PEPS</span>
                {settled_at && `, settled on ${longDay(settled_at)}`}.{' '}
                {state === 'taken_back' ? 'The order was refunded.' : noRewardTexts[reason as NoReward]}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}
