import { Form, Link, redirect } from 'react-router'
import { MAX_IMPORT_BYTES, MAX_PACKED_IMPORT_BYTES } from '#domain/products/imports/columns.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { NoShop, ShopNotice } from '#web/desk/shop/shop-notice.tsx'
import { keepInputOffline, openForm, reject, rejectCommand } from '#web/forms/form.ts'
import { FormButtons } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { FieldShell } from '#web/ui/controls/field.tsx'
import { datedMoment, plural } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import type { Route } from './+types/import.ts'
import { listImports } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  return { shop, imports: shop ? await listImports(api) : [] }
}

export async function action({ request, context }: Route.ActionArgs) {
  const submitted = await request.formData()
  const form = openForm(submitted)
  const file = submitted.get('file')
  if (!(file instanceof File) || file.size === 0) return reject(form, { errors: { file: 'Choose a file.' } })
  const bytes = file.size > MAX_IMPORT_BYTES ? null : await packed(file)
  if (bytes === null || bytes.length > MAX_PACKED_IMPORT_BYTES)
    return reject(form, { errors: { file: 'This file is too large. Please split it.' } })
  const done = await context.get(apiContext).command('prepare-product-import', {
    file_name: file.name.slice(0, 200) || 'products',
    file: base64(bytes),
  })
  return done.ok ? redirect(`/vendor/products/import/${done.value.import_id}`) : rejectCommand(form, done)
}

/** The file compressed, because a command's body is limited. */
async function packed(file: File): Promise<Uint8Array> {
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

function base64(bytes: Uint8Array): string {
  let text = ''
  // In parts, because a call takes a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function ImportProducts({ loaderData: { shop, imports }, actionData }: Route.ComponentProps) {
  if (!shop) return <NoShop title="Import products" />
  return (
    <>
      <PageHeading lead="Add and change many products at once, from a spreadsheet.">Import products</PageHeading>
      <OutcomeNotice outcome={actionData} />
      <ShopNotice shop={shop} />
      <ol className="mb-6 max-w-measure grid list-decimal gap-2 pl-6">
        <li>
          <a href="/vendor/products/template.csv" download className="text-link">
            Download the template
          </a>{' '}
          or{' '}
          <a href="/vendor/products/export.csv" download className="text-link">
            your products
          </a>
          , and fill in one row for each product.
        </li>
        <li>Upload it. You see what is wrong, row by row, before anything is saved.</li>
        <li>Import the good rows. A row with the code of one of your products changes that product.</li>
        <li>
          Without a code, a row means the product with the same name and unit. A row that you have imported before,
          unchanged, is skipped, so your stock is not set back.
        </li>
        <li>
          Goods by weight state the least and the most weight of one unit, and the price of the most. A file without
          these two columns changes neither.
        </li>
      </ol>
      <Form method="post" encType="multipart/form-data" noValidate className="grid max-w-[720px] gap-5">
        <FieldShell
          label="File"
          hint="XLSX up to 700 KB, or CSV up to 4 MB; at most 10,000 products"
          error={actionData?.errors.file}
          required
        >
          {(ties) => (
            <input
              {...ties}
              type="file"
              name="file"
              required
              accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
              className="control py-2"
            />
          )}
        </FieldShell>
        <FormButtons back="/vendor/products">Check the file</FormButtons>
      </Form>
      {imports.length > 0 && (
        <section aria-labelledby="imports" className="mt-10">
          <SectionHeading id="imports">Your latest imports</SectionHeading>
          <ul className="divide-y divide-grain border-y border-grain">
            {imports.map(({ id, file_name: name, status, row_count: rows, created_at: at }) => (
              <li key={id} className="py-2">
                <Link to={`/vendor/products/import/${id}`} className="break-words text-link">
                  {name}
                </Link>
                <span className="block text-14 text-soft">
                  {plural(rows, 'row')}, {datedMoment(at)}, {LABELS[status]}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const LABELS: Record<string, string> = { checked: 'not imported', running: 'being imported', done: 'imported' }

export const meta: Route.MetaFunction = () => pageMeta('Import products', 'Products of your shop from a spreadsheet.')
