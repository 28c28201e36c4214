import { data, Form } from 'react-router'
import { columnHeader } from '#domain/products/imports/columns.ts'
import { apiContext } from '#web/context.ts'
import { commandResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { useRefresh } from '#web/lists/refresh.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Button, buttonClass, LinkButton } from '#web/ui/button.tsx'
import { count, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/one-import.ts'
import { type FaultyRow, readImport } from './queries.ts'

const REFRESH_SECONDS = 2

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await readImport(context.get(apiContext), params.id)
  if (!found) throw data(null, 404)
  return found
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const done = await context.get(apiContext).command('start-product-import', { import_id: params.id })
  return commandResult(form, done, 'The import has started. It goes on if you leave this page.')
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** An uploaded file: its faulty rows, and then the progress of its import. */
export default function OneImport({ loaderData: found, actionData }: Route.ComponentProps) {
  const { id, status, row_count: rows, fault_count: faults, refused } = found
  const good = rows - faults
  const written = found.added + found.updated + found.skipped + refused
  useRefresh(status === 'running' ? REFRESH_SECONDS : null)
  return (
    <>
      <PageHeading lead={found.file_name}>Import products</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <p role="status" className="mb-4 max-w-measure text-18">
        {status === 'checked' && `${plural(good, 'row')} can be imported, ${count(faults)} cannot.`}
        {status === 'running' && `${count(written)} of ${count(good)} rows are done.`}
        {status === 'done' &&
          `Done: ${count(found.added)} added, ${count(found.updated)} changed, ${count(found.skipped)} skipped as they were, ${count(faults + refused)} not imported.`}
      </p>
      {status === 'running' && (
        <progress value={written} max={good} className="mb-4 block h-3 w-full max-w-[720px]">
          {count(written)} of {count(good)}
        </progress>
      )}
      <div className="mb-6 flex flex-wrap gap-3">
        {status === 'checked' && good > 0 && (
          <Form method="post">
            <Button>Import {plural(good, 'row')}</Button>
          </Form>
        )}
        {status === 'running' && (
          <LinkButton to={`/vendor/products/import/${id}`} tone="plain" reloadDocument>
            Refresh
          </LinkButton>
        )}
        {status === 'done' && <LinkButton to="/vendor/products">See your products</LinkButton>}
        <LinkButton to="/vendor/products/import" tone="plain">
          Upload another file
        </LinkButton>
      </div>
      {found.faults.length > 0 && (
        <section aria-labelledby="faults">
          <SectionHeading
            id="faults"
            action={
              <a
                href={`/vendor/products/import/${id}/faults.csv`}
                download
                className={buttonClass({ tone: 'plain', size: 'small' })}
              >
                Download these rows
              </a>
            }
          >
            Rows that are not imported
          </SectionHeading>
          <p className="mb-3 text-soft">
            {faults + refused > found.faults.length &&
              `The first ${found.faults.length} of ${count(faults + refused)}. `}
            Correct them in the file and upload it again; the other rows are then skipped.
          </p>
          <Table
            stacked
            caption="Rows with what is wrong in them"
            columns={COLUMNS}
            rows={found.faults}
            rowKey={({ row_number }) => row_number}
          />
        </section>
      )}
    </>
  )
}

const COLUMNS: Column<FaultyRow>[] = [
  {
    header: 'Row',
    heading: true,
    cell: ({ row_number: row, typed }) => (
      <>
        Row {count(row)}
        <span className="block break-words font-normal text-soft">{typed.name ?? typed.code ?? ''}</span>
      </>
    ),
  },
  {
    header: 'To correct',
    wide: true,
    cell: ({ typed, errors }) => (
      <ul className="grid gap-1">
        {Object.entries(errors).map(([field, message]) => (
          <li key={field} className="break-words">
            <span className="font-semibold">{columnHeader(field)}:</span> {message}
            {typed[field] && <span className="text-soft"> It is “{typed[field].slice(0, 80)}”.</span>}
          </li>
        ))}
      </ul>
    ),
  },
]

export const meta: Route.MetaFunction = () => pageMeta('Import products', 'A file of products, row by row.')
