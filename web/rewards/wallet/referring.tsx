import { Trans, useLingui } from '@lingui/react'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { type NoRewardReason, noRewardTexts } from '#domain/rewards/earning.ts'
import { counted } from '#web/languages/counted.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { longDay } from '#web/ui/format.ts'
import { ShareLink } from '../share-link.tsx'
import { pepsText } from './peps-text.ts'
import type { OwnReward } from './queries.ts'

interface ReferringProps {
  code: string
  link: string
  counts: { all: number; successful: number }
  rewards: readonly OwnReward[]
}

/** The user's referral link and code, the users they referred, and the rewards. */
export function Referring({ code, link, counts, rewards }: ReferringProps) {
  const { i18n } = useLingui()
  const expected = rewards.filter(({ state }) => state === 'expected').length
  const coming = rewards.filter(({ state }) => state === 'coming')
  const pending = rewards.filter(({ state }) => state === 'pending')
  const lost = rewards.filter(({ state }) => state === 'refused' || state === 'reversed')
  return (
    <section aria-labelledby="referring" className="mt-10 grid max-w-140 gap-5">
      <h2 id="referring" className="text-22">
        {i18n.t('Refer people, earn PEPS')}
      </h2>
      <ShareLink link={link} />
      <DataList
        facts={[
          { label: i18n.t('Your code'), value: <strong>{code}</strong> },
          { label: i18n.t('People you referred'), value: counts.all },
          { label: i18n.t('With a settled order'), value: counts.successful },
        ]}
      />
      {(expected > 0 || coming.length > 0) && (
        <div>
          <h3 className="mb-2 text-18">{i18n.t('Coming')}</h3>
          <ul className="divide-y divide-grain">
            {coming.map(({ id, amount_kobo, settled_at }) => (
              <li key={id} className="py-2">
                <Trans
                  id="<peps>{peps}</peps> for an order that became final on {day}. You get them within {hours} hours of that day."
                  components={{ peps: <strong className="tabular-nums" /> }}
                  values={{
                    peps: pepsText(amount_kobo ?? 0),
                    day: longDay(settled_at ?? ''),
                    hours: REFERRAL_CREDIT_HOURS,
                  }}
                />
              </li>
            ))}
            {expected > 0 && (
              <li className="py-2">
                {counted(i18n, expected, {
                  one: /*i18n*/ '{count} paid order of people you referred is not final yet.',
                  many: /*i18n*/ '{count} paid orders of people you referred are not final yet.',
                })}{' '}
                {i18n.t(
                  'You get your reward within {hours} hours: of the final price in a group buy, or of the end of free cancellation for a bulk order.',
                  { hours: REFERRAL_CREDIT_HOURS },
                )}
              </li>
            )}
          </ul>
        </div>
      )}
      {pending.length > 0 && (
        <div>
          <h3 className="mb-2 text-18">{i18n.t('Earned, but you cannot spend them yet')}</h3>
          <ul className="divide-y divide-grain">
            {pending.map(({ id, amount_kobo, settled_at, available_at }) => (
              <li key={id} className="py-2">
                <Amount kobo={amount_kobo} settledAt={settled_at} />{' '}
                {available_at
                  ? i18n.t('You can spend them from {day}, when the order can no longer be cancelled.', {
                      day: longDay(available_at),
                    })
                  : i18n.t('The group buy was cancelled, so the reward goes back with the order.')}
              </li>
            ))}
          </ul>
        </div>
      )}
      {lost.length > 0 && (
        <div>
          <h3 className="mb-2 text-18">{i18n.t('Rewards you did not get')}</h3>
          <ul className="divide-y divide-grain">
            {lost.map(({ id, amount_kobo, settled_at, reason, state }) => (
              <li key={id} className="py-2">
                <Amount kobo={amount_kobo} settledAt={settled_at} />{' '}
                {state === 'reversed'
                  ? i18n.t('The order was refunded.')
                  : i18n.t(noRewardTexts[reason as NoRewardReason])}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** An amount of PEPS, and the order they are for. */
function Amount({ kobo, settledAt }: { kobo: number | null; settledAt: string | null }) {
  const peps = pepsText(kobo ?? 0)
  const components = { peps: <strong className="tabular-nums" /> }
  if (!settledAt) return <strong className="tabular-nums">{`${peps}.`}</strong>
  return (
    <Trans
      id="<peps>{peps}</peps> for an order settled on {day}."
      components={components}
      values={{ peps, day: longDay(settledAt) }}
    />
  )
}
