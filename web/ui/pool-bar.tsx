import { poolSentence } from '#domain/group-buys/pool-sentence.ts'
import type { PriceTier } from '#domain/group-buys/price-tiers.ts'
import { formatNaira } from '#domain/money.ts'
import { cx } from './cx.ts'
import { plural } from './format.ts'
import { poolMarks, poolWidth, shareOf } from './pool.ts'

interface PoolBarProps {
  /** People who joined, and those of them who paid. */
  joined: number
  paid?: number
  /** The specification's minimum: progress is joined divided by this, and may exceed 100%. */
  minParticipants: number
  /** Thresholds rising. */
  tiers: readonly PriceTier[]
  /** Every price below its notch (a buy's page), or only the next and the last (a card). */
  detail?: boolean
  /** Replaces "3 more people to …" once nobody can join any more. */
  sentence?: string
}

/** A sack that fills: outline = joined, solid = paid, notches = prices. The sentences below say the same in words. */
export function PoolBar({ joined, paid = 0, minParticipants, tiers, detail = false, sentence }: PoolBarProps) {
  const width = poolWidth({ joined, minParticipants, tiers })
  const marks = poolMarks({ joined, tiers, width, detail })
  const progress = minParticipants > 0 ? Math.round((joined / minParticipants) * 100) : 0
  return (
    <div className="pool">
      <div aria-hidden className="pool-sack">
        <div className="pool-weave">
          <div className="pool-joined" style={{ width: shareOf(joined, width) }} />
          <div className="pool-paid" style={{ width: shareOf(paid, width) }} />
          {marks.map(({ participants, met }) => (
            <span
              key={participants}
              className={cx('pool-notch', met && 'pool-notch-met')}
              style={{ left: shareOf(participants, width) }}
            />
          ))}
        </div>
        <span className="pool-neck" />
      </div>
      {marks.length > 0 && (
        <div aria-hidden className="pool-labels">
          {marks
            .filter(({ labelled }) => labelled)
            .map(({ participants, priceKobo, met, edge }) => (
              <span
                key={participants}
                className={cx('pool-label', met && 'pool-label-met', edge && 'pool-label-edge')}
                style={edge ? { [edge]: 0 } : { left: shareOf(participants, width) }}
              >
                {formatNaira(priceKobo)}
              </span>
            ))}
        </div>
      )}
      <p className="pool-sentence">
        {sentence ?? poolSentence({ currentParticipants: joined, minParticipants, tiers })}
      </p>
      <p className="text-14 text-soft">
        {plural(joined, 'person', 'people')} joined, {paid} paid · {progress}% of the minimum of {minParticipants}
      </p>
    </div>
  )
}
