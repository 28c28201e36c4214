import { readRate } from '#api/settings.ts'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { count, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/table.tsx'
import { Figures } from '../desk/figures.tsx'
import { PagedTable } from '../desk/paged-table.tsx'
import { pageOf } from '../list-page.ts'
import type { Route } from './+types/referred.ts'
import { countSuccessful, listReferred, type Referred } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const page = pageOf(url.searchParams)
  const [list, successful, basisPoints] = await Promise.all([
    listReferred(api, userId, page),
    countSuccessful(api, userId),
    readRate(api, 'referral_bps'),
  ])
  return { page, list, successful, percent: basisPoints / 100 }
}

/** A customer's "Customers": the people they referred. It shows that they joined and bought, but not who they are. */
export default function ReferredPeople({ loaderData: { page, list, successful, percent } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead="Everybody who signed up through your link. Their names and orders stay private."
        action={<LinkButton to="/account/referrals">Your link and code</LinkButton>}
      >
        People you referred
      </PageHeading>
      <Figures
        label="People you referred"
        figures={[
          { label: 'Signed up', value: count(list.count) },
          { label: 'With a settled order', value: count(successful) },
          {
            label: 'Your reward',
            value: `${percent}%`,
            rule: `of what they buy, in PEPS, within ${REFERRAL_CREDIT_HOURS} hours`,
          },
        ]}
      />
      <PagedTable
        caption="people"
        noun={{ one: 'person', many: 'people' }}
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        path="/customer/customers"
        empty={
          <EmptyState
            title="You have not referred anybody yet."
            action={<LinkButton to="/account/referrals">Get your link</LinkButton>}
          >
            Send your link to family and friends. When one signs up, a line appears here; it becomes successful with the
            first settled order.
          </EmptyState>
        }
      />
    </>
  )
}

const columns: Column<Referred>[] = [
  { header: 'Signed up', heading: true, cell: ({ created_at: at }) => longDay(at) },
  {
    header: 'First settled order',
    cell: ({ settled_at: at }) => (
      <>
        <Badge tone={at ? 'good' : 'plain'}>{at ? 'Successful' : 'Not yet'}</Badge>
        {at && <span className="block text-14 text-soft">{longDay(at)}</span>}
      </>
    ),
  },
]

export const meta: Route.MetaFunction = () => titled('People you referred', 'Who signed up through your link.')
