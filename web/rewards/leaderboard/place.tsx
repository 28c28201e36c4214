import { useLingui } from '@lingui/react'
import type { Badge as Earned } from '#domain/rewards/badges.ts'
import { badgeTexts } from '#domain/rewards/badges.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { longDay } from '#web/ui/format.ts'
import { type Board, scoreText } from './boards.ts'
import type { RankedPerson } from './queries.ts'

interface PlaceProps {
  person: RankedPerson
  board: Board
  /** Whether this is the viewer's own place. */
  own: boolean
}

const MEDALS = [
  { word: /*i18n*/ '1st', ground: 'bg-oil text-on-oil' },
  { word: /*i18n*/ '2nd', ground: 'bg-grain text-ink' },
  { word: /*i18n*/ '3rd', ground: 'bg-kraft text-ink' },
]

/** A ranked card: painted boards for the top three, a number from the fourth on. */
export function Place({ person, board, own }: PlaceProps) {
  const { i18n } = useLingui()
  const name = person.name || i18n.t('A member')
  const medal = MEDALS[person.rank - 1]
  const [first, ...others] = scoreText(i18n, board, person)
  return (
    <article
      className={cx(
        'flex h-full gap-4 rounded-card border bg-card p-4',
        medal ? 'border-2 border-ink' : 'items-center border-grain',
        own && 'outline-3 outline-leaf',
      )}
    >
      <p
        className={cx(
          'grid size-14 shrink-0 place-items-center rounded-chip font-extrabold tabular-nums',
          medal ? `border-2 border-on-oil text-18 ${medal.ground}` : 'text-22 text-soft',
        )}
      >
        <span className="sr-only">{i18n.t('Rank')} </span>
        {medal ? i18n.t(medal.word) : person.rank}
      </p>
      <div
        className={cx(
          'min-w-0 flex-1',
          !medal && 'md:grid md:grid-cols-[minmax(0,1fr)_auto] md:items-center md:gap-x-6',
        )}
      >
        <div className="min-w-0">
          <h3 className={cx('flex flex-wrap items-center gap-2', medal ? 'text-22' : 'text-18')}>
            {medal && <Avatar name={name} size="small" />}
            <span className="min-w-0 break-words">{name}</span>
            {own && <Badge tone="good">{i18n.t('You')}</Badge>}
          </h3>
        </div>
        <div className={cx(!medal && 'md:grid md:justify-items-end md:text-right')}>
          <p className="font-semibold tabular-nums">{first}</p>
          <p className="text-14 text-soft tabular-nums">
            {[...others, i18n.t('joined {day}', { day: longDay(person.joinedAt) })].join(' · ')}
          </p>
        </div>
        <Badges earned={person.badges} />
      </div>
    </article>
  )
}

function Badges({ earned }: { earned: readonly Earned[] }) {
  const { i18n } = useLingui()
  if (earned.length === 0) return null
  return (
    <ul aria-label={i18n.t('Badges')} className="mt-2 flex flex-wrap gap-1.5">
      {earned.map((badge) => (
        <li key={badge} title={i18n.t(badgeTexts[badge].rule)}>
          <Badge tone="info">{i18n.t(badgeTexts[badge].name)}</Badge>
        </li>
      ))}
    </ul>
  )
}
