import { Form, Link } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { SectionTabs } from '#web/desk/shop/section-tabs.tsx'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { choiceParam } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedDay, day } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/repeated.ts'
import { nextRoundTexts, periodText, standingText } from './cycle-text.ts'
import { listCycles, type OwnCycle } from './queries.ts'

const TITLE = 'Repeated group buys'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const isNew = choiceParam(url.searchParams, 'done', ['repeated']) !== ''
  return { shop, isNew, cycles: shop ? await listCycles(api) : [] }
}

const CHANGES = ['pause', 'resume', 'skip', 'end'] as const
type Change = (typeof CHANGES)[number]

const DONE: Record<Change, string> = {
  pause: 'Paused. No round opens until you resume it.',
  resume: 'Resumed. We open the next round in its time.',
  skip: 'Skipped.',
  end: 'Ended. The round that is open goes on; buyers with a standing order are told.',
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const change = CHANGES.find((one) => one === form.field('change')) ?? 'pause'
  const input = { cycle_id: form.field('cycle_id'), change, share_date: form.field('share_date') }
  const done = await context.get(apiContext).command('change-cycle', input)
  return commandResult(form, done, ({ next_share_date: next }) =>
    change === 'skip' ? `Skipped. The next round is shared on ${datedDay(next)}.` : DONE[change],
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** The shop's group buys that open again each week or month: when, who has a standing order, and skipping, pausing, ending. */
export default function Repeated({ loaderData: { shop, isNew, cycles }, actionData }: Route.ComponentProps) {
  if (!shop) return <NoShop title={TITLE} />
  const result = actionData ?? (isNew ? { ok: true as const, text: STARTED } : null)
  return (
    <>
      <PageHeading lead="We open the next round of these for you, each week or month.">{TITLE}</PageHeading>
      <OutcomeNotice namesFault outcome={result} />
      <ShopNotice shop={shop} />
      <SectionTabs current="buys" />
      {cycles.length === 0 ? (
        <EmptyState
          title="Nothing is repeated yet."
          action={<LinkButton to="/vendor/products/buys">See your group buys</LinkButton>}
        >
          Open one of your group buys and press "Repeat it". Buyers can then order the same in every round.
        </EmptyState>
      ) : (
        <Table stacked caption={TITLE} columns={COLUMNS} rows={cycles} rowKey={({ id }) => id} />
      )}
    </>
  )
}

const STARTED = 'It is repeated from now on. You see below when the next round opens.'

const COLUMNS: Column<OwnCycle>[] = [
  {
    header: 'Product',
    heading: true,
    cell: ({ product_name: name, group_buy_id: buyId }) =>
      buyId ? (
        <Link to={`/vendor/products/buys/${buyId}`} className="break-words text-link">
          {name}
        </Link>
      ) : (
        name
      ),
  },
  { header: 'Repeats', cell: (cycle) => periodText(cycle) },
  { header: 'Next round', cell: (cycle) => <NextRound cycle={cycle} /> },
  { header: 'Standing orders', cell: (cycle) => standingText(cycle) },
  { header: 'Tools', hideHeader: true, cell: (cycle) => <Tools cycle={cycle} /> },
]

function NextRound({ cycle }: { cycle: OwnCycle }) {
  if (cycle.status === 'running')
    return (
      <span className="grid gap-1">
        {nextRoundTexts(cycle).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
    )
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone="urgent">Paused</Badge>
      {cycle.pause_reason && <span className="break-words">{cycle.pause_reason}.</span>}
    </span>
  )
}

function Tools({ cycle }: { cycle: OwnCycle }) {
  const { id, product_name: name, next_share_date: shareDate, status } = cycle
  const fields = { cycle_id: id, share_date: shareDate }
  const ofThis = <span className="sr-only"> the group buy of {name}</span>
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {status === 'running' ? (
        <>
          <OnePress fields={{ ...fields, change: 'skip' }}>
            Skip {day(shareDate)}
            <span className="sr-only">, the next round of {name}</span>
          </OnePress>
          <OnePress fields={{ ...fields, change: 'pause' }}>Pause{ofThis}</OnePress>
        </>
      ) : (
        <OnePress fields={{ ...fields, change: 'resume' }}>Resume{ofThis}</OnePress>
      )}
      <ConfirmForm
        className={buttonClass({ tone: 'quiet', size: 'small' })}
        question={`No longer repeat "${name}"?`}
        detail={
          cycle.standing_orders > 0
            ? `${standingText(cycle)} end with it, and the buyers are told. A round that is open goes on.`
            : 'A round that is open goes on.'
        }
        confirmLabel="End it"
        fields={{ ...fields, change: 'end' }}
      >
        End{ofThis}
      </ConfirmForm>
    </span>
  )
}

function OnePress({ fields, children }: { fields: Record<string, string>; children: React.ReactNode }) {
  return (
    <Form method="post">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button tone="plain" size="small">
        {children}
      </Button>
    </Form>
  )
}

export const meta: Route.MetaFunction = () =>
  pageMeta(TITLE, 'Group buys of your shop that open again each week or month.')
