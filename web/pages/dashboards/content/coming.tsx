import { Link } from 'react-router'
import { changesWithin } from '#domain/content/schedule.ts'
import { Badge } from '#web/ui/badge.tsx'
import { count, datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { ContentProblem } from './problems.ts'
import type { ScheduledRun } from './schedule-queries.ts'

const KINDS: Record<ContentProblem['kind'], string> = {
  target: 'Leads nowhere',
  picture: 'No picture',
  overlap: 'Overlap',
  gap: 'Gap',
}

/** The problems of what is shown, each with a link to where it is put right. Places without an advert come last. */
export function ProblemList({ problems }: { problems: readonly ContentProblem[] }) {
  const gaps = problems.filter(({ kind }) => kind === 'gap')
  const others = problems.filter(({ kind }) => kind !== 'gap')
  return (
    <section aria-labelledby="problems" className="mb-8">
      <SectionHeading id="problems">Problems</SectionHeading>
      {others.length === 0 && (
        <p className="rounded-card border border-grain bg-card p-4">Every deal and advert leads somewhere.</p>
      )}
      {others.length > 0 && <Problems problems={others} />}
      {gaps.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-11 cursor-pointer py-2.5 underline underline-offset-2">
            {count(gaps.length)} {gaps.length === 1 ? 'place' : 'places'} without an advert in the next 7 days
          </summary>
          <Problems problems={gaps} />
        </details>
      )}
    </section>
  )
}

function Problems({ problems }: { problems: readonly ContentProblem[] }) {
  return (
    <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
      {problems.map(({ kind, name, text, to }) => (
        <li key={`${kind} ${to} ${text}`}>
          <Link
            to={to}
            className="flex min-h-12 items-baseline gap-x-3 gap-y-1 px-4 py-2.5 max-sm:flex-wrap hover:bg-grain-wash"
          >
            <Badge tone={kind === 'target' ? 'urgent' : kind === 'gap' ? 'plain' : 'warm'}>{KINDS[kind]}</Badge>
            <span className="min-w-0 break-words">
              <span className="font-semibold underline underline-offset-4">{name}</span>: {text}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface ComingChangesProps {
  runs: readonly ScheduledRun[]
  from: string
  to: string
}

/** The starts and ends of the days ahead, the next first. */
export function ComingChanges({ runs, from, to }: ComingChangesProps) {
  const changes = changesWithin(runs, { from: Date.parse(from), to: Date.parse(to) })
  // The moment of a post is both of its ends.
  const shown = changes.filter(({ run, kind }) => kind === 'starts' || (run as ScheduledRun).kind !== 'post')
  return (
    <section aria-labelledby="coming">
      <SectionHeading id="coming">In the next 7 days</SectionHeading>
      {shown.length === 0 && (
        <p className="rounded-card border border-grain bg-card p-4">Nothing starts and nothing ends.</p>
      )}
      <ul className="divide-y divide-grain">
        {shown.map(({ run, kind, at }) => {
          const { editor, title, placeText, kind: what } = run as ScheduledRun
          return (
            <li key={`${kind} ${run.id}`} className="py-2">
              <Link to={editor} className="inline-flex min-h-11 items-center font-semibold break-words text-link">
                {title}
              </Link>
              <p className="text-14 text-soft">
                <span className="font-semibold text-ink">
                  {what === 'post' ? 'Is published' : kind === 'starts' ? 'Starts' : 'Ends'} {datedMoment(at)}
                </span>
                {` · ${placeText}`}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
