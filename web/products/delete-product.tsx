import { useLingui } from '@lingui/react'
import { deletionQuestions } from '#domain/texts/deletions.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'

/** For administrator and supervisor: removes a product from every list. Past orders retain their copy. */
export function DeleteProduct({ product }: { product: { id: string; name: string } }) {
  const { i18n } = useLingui()
  return (
    <ConfirmForm
      question={i18n.t(deletionQuestions.product)}
      detail={i18n.t('{name} leaves every list. Past orders keep their copy.', { name: product.name })}
      confirmLabel={i18n.t('Delete product')}
      label={i18n.t('Delete {name}', { name: product.name })}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
      fields={{ id: product.id }}
    >
      {i18n.t('Delete')}
    </ConfirmForm>
  )
}
