import { Form, useNavigation } from 'react-router'
import { ruleText } from '#domain/books/rule-texts.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { count, datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/checks.ts'
import { BooksTabs } from './books-tabs.tsx'
import { type AuditRun, listAuditRuns } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageParam(url.searchParams)
  return { page, list: await listAuditRuns(context.get(apiContext), page), key: crypto.randomUUID() }
}

/** Runs all checks at once instead of waiting for the nightly run. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const started = await context.get(apiContext).command('check-books', { with_gateway: true }, form.key)
  return commandResult(form, started, 'The check has started. Reload this page in a minute.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** Results of the nightly checks, newest first. */
export default function Checks({ loaderData: { page, list, key }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeading
        lead="Every night all sums are recomputed from the rows. Findings are mailed to the chiefs."
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="key" value={key} />
            <Button busy={busy} busyLabel="Asking">
              Check now
            </Button>
          </Form>
        }
      >
        Nightly check
      </PageHeading>
      <BooksTabs current="checks" />
      <OutcomeNotice outcome={actionData} />
      {list.failure && <ErrorState message={list.failure} reload />}
      {!list.failure && list.rows.length === 0 && (
        <EmptyState title="No check has run yet.">The first check runs tonight.</EmptyState>
      )}
      <ul aria-label="Checks" className="grid gap-4">
        {list.rows.map((run) => (
          <AuditRunItem key={run.id} run={run} />
        ))}
      </ul>
      <Pagination
        page={page}
        pageCount={list.pageCount}
        linkTo={(to) => pathWithParams('/chief/ledger/checks', { page: to })}
        label="checks"
      />
    </>
  )
}

interface Finding {
  rule: string
  amount: number
  examples: { subject: string; detail: string }[]
}

function AuditRunItem({ run }: { run: AuditRun }) {
  const findings = run.findings as unknown as Finding[]
  return (
    <li className="rounded-card border border-grain bg-card p-4">
      <h2 className="flex flex-wrap items-center gap-3 text-18 font-bold">
        {datedMoment(run.started_at)}
        {findings.length === 0 ? (
          <Badge tone="good">Everything adds up</Badge>
        ) : (
          <Badge tone="urgent">{plural(findings.length, 'finding')}</Badge>
        )}
      </h2>
      <p className="mt-1 text-14 wrap-anywhere text-soft">
        {run.cause === 'night' ? 'Automatically' : `Requested by ${run.asker?.full_name ?? 'a former user'}`}.{' '}
        {count(run.transfers)} movements, fingerprint {run.chain.slice(0, 16)}.
      </p>
      {findings.map((finding) => (
        <FindingItem key={finding.rule} finding={finding} />
      ))}
    </li>
  )
}

function FindingItem({ finding: { rule, amount, examples } }: { finding: Finding }) {
  const { name, meaning, toDo } = ruleText(rule)
  return (
    <section className="mt-3 border-t border-grain pt-3">
      <h3 className="font-bold">
        {name}: {count(amount)} <span className="font-normal text-soft">({rule})</span>
      </h3>
      <p className="max-w-measure">{meaning}</p>
      <p className="max-w-measure text-14">{toDo}</p>
      <details className="text-14">
        <summary className="min-h-11 cursor-pointer py-2.5 text-link underline underline-offset-4">
          The first {count(examples.length)}
        </summary>
        <ul className="grid gap-1">
          {examples.map(({ subject, detail }) => (
            <li key={`${subject} ${detail}`} className="break-all">
              {subject}: {detail}
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Nightly check', 'What the nightly check of the books found.')
