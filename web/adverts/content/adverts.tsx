import type { ListedState } from '#domain/content/states.ts'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { listFailure } from '#web/content/desk.ts'
import { DeskList } from '#web/content/desk-list.tsx'
import { changeStatus, ListedTabs, ListedTools, readListParams, savedOutcome } from '#web/content/soft-deletion.tsx'
import { apiContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { countPages } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { useShell } from '#web/shell.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/adverts.ts'
import { periodText, positionText } from './advert-texts.ts'
import { type Advert, listAdverts, listRunningAdverts, setAdvertStatus } from './queries.ts'

const PATH = '/content/adverts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const listed = readListParams(url.searchParams)
  const api = context.get(apiContext)
  const [result, running] = await Promise.all([listAdverts(api, listed), listRunningAdverts(api, new Date())])
  return {
    ...listed,
    adverts: result.data ?? [],
    running,
    pageCount: countPages(result.count),
    failure: listFailure(result),
    done: savedOutcome(url.searchParams, 'The advert is saved.'),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  return changeStatus(await readForm(request), {
    set: (id, status) => setAdvertStatus(api, id, status),
    texts: {
      delete: { done: 'The advert was deleted. You can find it under Deleted.', failed: errorTexts.advertNotDeleted },
      restore: { done: 'The advert will run again between its dates.', failed: errorTexts.advertNotUpdated },
    },
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Adverts({ loaderData, actionData }: Route.ComponentProps) {
  const { status, adverts, running, done } = loaderData
  const now = new Date(useShell().now)
  return (
    <>
      <PageHeading action={<LinkButton to={`${PATH}/new`}>New advert</LinkButton>}>Adverts</PageHeading>
      <OutcomeNotice outcome={actionData ?? done} />
      <ListedTabs label="Adverts by status" path={PATH} active="Active" status={status} />
      <DeskList
        {...loaderData}
        caption="Adverts"
        columns={advertColumns({ now, running })}
        rows={adverts}
        empty={<NoAdverts status={status} />}
        filters={{ show: status === 'deleted' ? status : '' }}
      />
    </>
  )
}

function advertColumns(at: Parameters<typeof periodText>[1]): Column<Advert>[] {
  return [
    {
      header: 'Advert',
      heading: true,
      cell: ({ title }) => <span className="block min-w-40 break-words">{title}</span>,
    },
    { header: 'Place', cell: (advert) => <span className="whitespace-nowrap">{positionText(advert)}</span> },
    {
      header: 'From and to',
      cell: ({ start_date: start, end_date: end }) => (
        <span className="whitespace-nowrap">
          {datedMoment(start)}
          <br />
          {datedMoment(end)}
        </span>
      ),
    },
    {
      header: 'Now',
      cell: (advert) => {
        if (advert.status === 'deleted') return <Badge>Deleted</Badge>
        const { text, tone, instead } = periodText(advert, at)
        return (
          <>
            <Badge tone={tone}>{text}</Badge>
            {instead && (
              <span className="block max-w-48 text-14 break-words text-soft">
                “{instead}” began later and is shown in its place.
              </span>
            )}
          </>
        )
      },
    },
    {
      header: 'Tools',
      hideHeader: true,
      cell: ({ id, title, status }) => (
        <ListedTools
          id={id}
          name={title}
          status={status}
          path={PATH}
          question={deletionQuestions.advert}
          detail="It leaves its page at once. You can restore it later."
          confirmLabel="Delete ad"
        />
      ),
    },
  ]
}

function NoAdverts({ status }: { status: ListedState }) {
  if (status === 'deleted')
    return <EmptyState title="No deleted adverts.">Deleted adverts stay here and can be restored.</EmptyState>
  return (
    <EmptyState title="No adverts yet." action={<LinkButton to={`${PATH}/new`}>New advert</LinkButton>}>
      An advert appears at the top, in the middle or at the bottom of a page, between two dates.
    </EmptyState>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Adverts', 'Banners on the pages of the market.')
