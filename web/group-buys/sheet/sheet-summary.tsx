import { useLingui } from '@lingui/react'
import { refundSentence } from '#domain/group-buys/sheet.ts'
import { heldLabel } from '#domain/group-buys/state-labels.ts'
import { translate } from '#web/languages/translate.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import type { Sheet } from './sheet-queries.ts'

/** The settlement sheet in four lines, for the buy's page. */
export function SheetSummary({ sheet }: { sheet: Sheet }) {
  const { i18n } = useLingui()
  const refunds = refundSentence({ due: sheet.refunds_due, done: sheet.refunds_done })
  return (
    <section aria-labelledby="money">
      <h2 id="money" className="mb-3 text-22">
        {i18n.t('Where the money is')}
      </h2>
      {refunds && <p className="mb-2 font-semibold">{translate(i18n, refunds)}.</p>}
      {sheet.has_sums && (
        <DataList
          facts={[
            { label: i18n.t('Paid in'), value: kobo(sheet.collected_kobo) },
            { label: i18n.t(heldLabel(sheet.status)), value: kobo(sheet.held_kobo) },
            { label: i18n.t('Went back to buyers'), value: kobo(sheet.returned_kobo) },
            { label: i18n.t('Released to the vendor'), value: kobo(sheet.vendor_kobo) },
          ]}
        />
      )}
      <p className="mt-3">
        <LinkButton to={`/group-buys/${sheet.group_buy_id}/sheet`} tone="plain" reloadDocument>
          {i18n.t('Settlement sheet')}
        </LinkButton>
      </p>
    </section>
  )
}
