import { cx } from './cx.ts'
import { naira, plural } from './format.ts'
import { type PoolTier, poolMarks, poolSentence, poolWidth, shareOf } from './pool.ts'

export interface PoolBarProps {
  /** People who joined, and those of them who paid. */
  joined: number
  paid?: number
  /** The specification's minimum: progress is joined over this, and may pass 100%. */
  minParticipants: number
  /** Thresholds with prices in naira, rising. */
  tiers: readonly PoolTier[]
  unit: string
  /** Every price under its notch (a buy's page), or only the next one and the last (a card). */
  detail?: boolean
  /** Instead of "3 more people to …": what holds when nobody can join any more. */
  sentence?: string
}

/** The sack that fills: outline = joined, solid = paid, notches = prices. The sentences under it say all of it in words. */
export function PoolBar({ joined, paid = 0, minParticipants, tiers, unit, detail = false, sentence }: PoolBarProps) {
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
            .map(({ participants, price, met, edge }) => (
              <span
                key={participants}
                className={cx('pool-label', met && 'pool-label-met', edge && 'pool-label-edge')}
                style={edge ? { [edge]: 0 } : { left: shareOf(participants, width) }}
              >
                {naira(price)}
              </span>
            ))}
        </div>
      )}
      <p className="pool-sentence">{sentence ?? poolSentence({ joined, tiers, unit })}</p>
      <p className="text-14 text-soft">
        {plural(joined, 'person', 'people')} joined, {paid} paid · {progress}% of the minimum of {minParticipants}
      </p>
    </div>
  )
}
