import { redirect } from 'react-router'
import { apiContext } from '#web/context.ts'
import type { Route } from './+types/export-file.ts'

/** An address that is opened instead of pressed hands out nothing: previews and reloads must not use the file up. */
export const loader = () => redirect('/chief/data-protection')

/** Hands the file of a person out, once. */
export async function action({ params, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const { data } = await api.tables.from('data_exports').select('request_id').eq('id', params.id).maybeSingle()
  const done = await api.command('take-data-export', { export_id: params.id })
  if (!done.ok) {
    const back = data ? `/chief/data-protection/requests/${data.request_id}` : '/chief/data-protection'
    return redirect(`${back}?file=${done.refusal.code}`)
  }
  return new Response(JSON.stringify(done.value.file, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="personal-data.json"',
      'cache-control': 'no-store',
    },
  })
}
