import { useLingui } from '@lingui/react'
import { data } from 'react-router'
import { type DocumentPaper, documentPaper } from '#domain/receipts/paper.ts'
import { apiContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { LANGUAGES } from '#web/languages/languages.ts'
import { pageMeta } from '#web/page-meta.ts'
import { buttonClass, LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/receipt.ts'
import { readDocument } from './queries.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { issued, failure } = await readDocument(context.get(apiContext), params.number)
  if (!issued && !failure) throw data(NOT_FOUND, { status: 404 })
  return { paper: issued && documentPaper(issued), number: params.number, failure }
}

const NOT_FOUND = /*i18n*/ 'Receipt not found'

/**
 * A receipt, an invoice or a credit note, printable. The document is always in English; the page around it is
 * translated.
 */
export default function Receipt({ loaderData: { paper, number, failure } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  if (!paper) return <ErrorState message={failure ?? ''} reload={i18n.t('Nothing is lost.')} />
  const { kindText, issuedText, market, parties, rows, sums, notes } = paper
  return (
    <article className="grid max-w-[760px] gap-6">
      <PageHeading
        lead={issuedText}
        action={
          <a href={`/account/receipts/${number}.pdf`} className={`${buttonClass({})} print:hidden`}>
            {i18n.t('Download as PDF')}
          </a>
        }
      >
        {kindText} <span className="whitespace-nowrap">{number}</span>
      </PageHeading>
      <div lang={LANGUAGES.en.tag} className="grid gap-6">
        <div className="grid gap-5 sm:grid-cols-3">
          {[...parties, { title: /*as is*/ 'Issued by', party: market }].map(({ title: role, party }) => (
            <section key={role} aria-label={role}>
              <p className="text-14 text-soft">{role}</p>
              <p className="font-bold break-words">{party.name}</p>
              {party.lines.map((line) => (
                <p key={line} className="text-14 break-words">
                  {line}
                </p>
              ))}
            </section>
          ))}
        </div>
        <DataList
          facts={rows.map(([label, value]) => ({ label, value: <span className="break-all">{value}</span> }))}
        />
        <Table
          stacked
          caption={/*as is*/ 'What it is for'}
          columns={columnsOf(paper)}
          rows={paper.lines}
          rowKey={(line) => line.join()}
        />
        <div className="sm:ml-auto sm:w-96">
          <DataList
            facts={sums.map(({ label, amount, isTotal }) => ({ label, value: amount, total: isTotal ?? false }))}
          />
        </div>
        {notes.map((note) => (
          <p key={note} className="text-14 text-soft">
            {note}
          </p>
        ))}
      </div>
      <p className="print:hidden">
        <LinkButton to="/account/receipts" tone="plain">
          {i18n.t('All receipts and invoices')}
        </LinkButton>
      </p>
    </article>
  )
}

function columnsOf({ columns }: DocumentPaper): Column<string[]>[] {
  return columns.map(({ title, isAmount }, place) => ({
    header: title,
    numeric: isAmount ?? false,
    heading: place === 0,
    cell: (line) => line[place] ?? '',
  }))
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(loaderData?.paper?.title ?? i18n.t(NOT_FOUND), i18n.t('What was paid, to whom and for what.'))
}

export const ErrorBoundary = notFoundBoundary({
  title: NOT_FOUND,
  lead: /*i18n*/ 'It may belong to another account, or the number is mistyped.',
  back: /*i18n*/ 'Your receipts and invoices',
  to: '/account/receipts',
})
