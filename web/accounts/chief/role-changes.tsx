import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { datedMoment } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { listRoleChanges } from './queries.ts'

type RoleChange = Awaited<ReturnType<typeof listRoleChanges>>[number]

/** The latest role changes, from the audit log. */
export function RoleChanges({ changes }: { changes: readonly RoleChange[] }) {
  return (
    <section aria-labelledby="role-changes" className="mt-12">
      <SectionHeading id="role-changes">Recent role changes</SectionHeading>
      {changes.length === 0 ? (
        <p className="text-soft">None yet. Every change is listed here with who made it.</p>
      ) : (
        <ol className="divide-y divide-grain border-y border-grain">
          {changes.map(({ id, at, who, by, from, to }) => (
            <li key={id} className="py-3">
              <strong className="break-words">{who}</strong>: {label(from)} to {label(to)}
              <span className="block text-14 text-soft">
                {datedMoment(at)}, by {by}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function label(role: string): string {
  return roleLabels[parseRole(role)]
}
