import { REGISTER } from '#domain/data-protection/register.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/register.ts'
import { DataProtectionTabs } from './tabs.tsx'

/** The list comes from the program, which a test compares with its tables: no one edits it here. */
export const loader = () => ({ holdings: REGISTER })

/** Everything that is held about people and why, for an auditor to read or print. */
export default function ProcessingRegister({ loaderData: { holdings } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead="What is held about people, why, how long, and who receives it. Kept equal to the tables of the market by a test."
        action={
          <a href="/chief/data-protection/register.csv" download className={buttonClass({ tone: 'plain' })}>
            Register as CSV
          </a>
        }
      >
        Data protection
      </PageHeading>
      <DataProtectionTabs current="register" />
      <div className="grid gap-8">
        {holdings.map(({ name, data, purpose, basis, kept, receivers, tables }, index) => (
          <section key={name} aria-labelledby={`holding-${index}`} className="max-w-measure break-inside-avoid">
            <SectionHeading id={`holding-${index}`}>{name}</SectionHeading>
            <DataList
              facts={[
                { label: 'What', value: data },
                { label: 'Why', value: purpose },
                { label: 'Legal basis', value: basis },
                { label: 'How long', value: kept },
                { label: 'Who receives it', value: receivers },
                {
                  label: 'Tables',
                  value: <span className="text-14 wrap-anywhere">{tables.map(({ table }) => table).join(', ')}</span>,
                },
              ]}
            />
          </section>
        ))}
      </div>
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Register of processing', 'What is held about people, and why.')
