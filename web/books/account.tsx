import { Link } from 'react-router'
import { apiContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures.tsx'
import { addressOf, isId, pageParam } from '#web/list-page.ts'
import { titled } from '#web/titled.ts'
import { kobo } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/account.ts'
import { accountName, accountWords } from './account-words.ts'
import { BooksTabs } from './books-tabs.tsx'
import { DownloadLines, LinesTable } from './lines-table.tsx'
import { listLines, readAccount } from './queries.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  if (!isId(params.id)) throw new Response('Not found', { status: 404 })
  const page = pageParam(url.searchParams)
  const wish = { of: 'account', id: params.id } as const
  const [{ account, failure }, list] = await Promise.all([
    readAccount(api, params.id),
    listLines(api, { ...wish, page }),
  ])
  if (!account && !failure) throw new Response('Not found', { status: 404 })
  return { account, failure, wish, page, list }
}

/** The entries of one account. */
export default function OneAccount({ loaderData: { account, wish, page, list } }: Route.ComponentProps) {
  const kind = account?.kind as keyof typeof accountWords | undefined
  return (
    <>
      <PageHeading lead={kind && accountWords[kind].meaning} action={<DownloadLines wish={wish} />}>
        {account?.owner_name || accountName(account?.kind ?? 'Account')}
      </PageHeading>
      <BooksTabs current="ledger" />
      {account && (
        <>
          <p className="mb-4">
            <Link
              to={addressOf('/chief/ledger/accounts', { kind: account.kind })}
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
      <LinesTable list={list} wish={wish} page={page} path={`/chief/ledger/accounts/${wish.id}`} />
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Account', 'The entries of one account.')
