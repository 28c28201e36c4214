import { data } from 'react-router'
import { apiContext, viewerContext } from '#web/context.ts'
import { BulkScreen } from '#web/desk/lists/bulk/bulk-screen.tsx'
import { readBulk, runBulk } from '#web/desk/lists/bulk/read-bulk.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import type { Route } from './+types/bulk.ts'
import { bulkListAt } from './bulk-lists.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  return readBulk(context.get(apiContext), url, listAt(url))
}

export async function action({ request, url, context }: Route.ActionArgs) {
  return runBulk(context.get(apiContext), await readForm(request), {
    url,
    list: listAt(url),
    viewerId: context.get(viewerContext).userId ?? '',
  })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** One act for the selected rows of a list: what it will do, the press, and what it did. */
export default function Bulk({ loaderData, actionData }: Route.ComponentProps) {
  return <BulkScreen preview={loaderData} result={actionData} />
}

function listAt({ pathname }: URL) {
  const list = bulkListAt(pathname)
  if (!list) throw data(null, 404)
  return list
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta(loaderData?.act.label ?? 'Selected rows', 'One act for several rows of a list.')
