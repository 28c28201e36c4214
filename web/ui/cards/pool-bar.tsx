import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { poolSentence } from '#domain/group-buys/pool-sentence.ts'
import type { PriceTier } from '#domain/group-buys/price/price-tiers.ts'
import { progressPercent } from '#domain/group-buys/progress.ts'
import { formatNaira } from '#domain/money.ts'
import { translate } from '#web/languages/translate.ts'
import { cx } from '../cx.ts'
import { count } from '../format.ts'
import { barPosition, poolMarks, poolWidth } from './pool.ts'

interface PoolBarProps {
  /** Participants, and how many of them have paid; the others have only promised. */
  joined: number
  paid?: number
  /** Progress is `joined` divided by this minimum and may exceed 100% (specification). */
  minParticipants: number
  /** In ascending order of participants. */
  tiers: readonly PriceTier[]
  /** Shows prices below the notches (a buy's page); on a card the sentence names the next one. */
  detail?: boolean
  /** Replaces "3 more people to …" when the buy is closed to new participants. */
  sentence?: string
  /** Next to the legend: the time left. */
  aside?: ReactNode
}

/**
 * A progress bar drawn as a sack: hatched = joined, solid = paid, notches = price tiers. The text below states the
 * same.
 */
export function PoolBar({ joined, paid = 0, minParticipants, tiers, detail = false, sentence, aside }: PoolBarProps) {
  const { i18n } = useLingui()
  const next = poolSentence({ currentParticipants: joined, minParticipants, tiers })
  const width = poolWidth({ joined, minParticipants, tiers })
  const marks = poolMarks({ joined, tiers, width, detail })
  return (
    <div className={cx('pool', detail && 'pool-detail')}>
      <div aria-hidden className="pool-sack">
        <div className="pool-weave">
          <i className="pool-joined" style={{ width: barPosition(joined, width) }} />
          <i className="pool-paid" style={{ width: barPosition(paid, width) }} />
          {marks.map(({ participants, met }) => (
            <i
              key={participants}
              className={cx('pool-notch', met && 'pool-notch-met')}
              style={{ left: barPosition(participants, width) }}
            />
          ))}
        </div>
      </div>
      {detail && marks.length > 0 && (
        <div aria-hidden className="pool-labels">
          {marks
            .filter(({ labelled }) => labelled)
            .map(({ participants, priceKobo, met, edge }) => (
              <span
                key={participants}
                className={cx('pool-label', met && 'pool-label-met', edge && 'pool-label-edge')}
                style={edge ? { [edge]: 0 } : { left: barPosition(participants, width) }}
              >
                {formatNaira(priceKobo)}
              </span>
            ))}
        </div>
      )}
      <p className="pool-sentence">{sentence ?? translate(i18n, next)}</p>
      <div className="pool-legend">
        <p>
          <span className="pool-key pool-key-paid">{i18n.t('{count} paid', { count: count(paid) })}</span>,{' '}
          <span className="pool-key">{i18n.t('{count} promised', { count: count(Math.max(0, joined - paid)) })}</span>
          {detail &&
            ` · ${i18n.t('{percent}% of the minimum of {minimum}', {
              percent: progressPercent(joined, minParticipants),
              minimum: count(minParticipants),
            })}`}
        </p>
        {aside}
      </div>
    </div>
  )
}
