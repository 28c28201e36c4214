import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { readListQuery } from '#web/desk/lists/list-query.ts'
import { isId, pathWithParams } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/account.ts'
import { accountName, accountTexts } from './account-texts.ts'
import { BooksTabs } from './books-tabs.tsx'
import { DownloadJournal, JournalTable } from './journal-table.tsx'
import { lineSorts, listJournalLines, readAccount } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  if (!isId(params.id)) throw new Response('Not found', { status: 404 })
  const { page, sort } = readListQuery(url.searchParams, {}, lineSorts('account'))
  const journal = { of: 'account', id: params.id } as const
  const [{ account, failure }, list] = await Promise.all([
    readAccount(api, params.id),
    listJournalLines(api, { ...journal, page, sort }),
  ])
  if (!account && !failure) throw new Response('Not found', { status: 404 })
  return { account, failure, journal, page, list }
}

/** The entries of one account. */
export default function AccountPage({ loaderData: { account, journal, page, list } }: Route.ComponentProps) {
  const kind = account?.kind as keyof typeof accountTexts | undefined
  return (
    <>
      <PageHeading lead={kind && accountTexts[kind].meaning} action={<DownloadJournal journal={journal} />}>
        {account?.owner_name || accountName(account?.kind ?? 'Account')}
      </PageHeading>
      <BooksTabs current="ledger" />
      {account && (
        <>
          <p className="mb-4">
            <Link
              to={pathWithParams('/chief/ledger/accounts', { kind: account.kind })}
              className="inline-block py-2 text-link"
            >
              All accounts: {accountName(account.kind)}
            </Link>
          </p>
          <Figures
            label="This account"
            figures={[
              { label: 'Balance', value: kobo(account.balance_kobo) },
              { label: 'Debits', value: kobo(account.debits_kobo) },
              { label: 'Credits', value: kobo(account.credits_kobo) },
              { label: 'Held', value: kobo(account.held_kobo), rule: 'Reserved for a payment in progress.' },
            ]}
          />
        </>
      )}
      <JournalTable list={list} journal={journal} page={page} />
    </>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Account', 'The entries of one account.')
