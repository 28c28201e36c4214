import { deletionQuestions } from '#domain/texts/screens.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ConfirmForm } from '#web/ui/confirm-form.tsx'

/** For administrator and supervisor: removes a product from every list; past orders keep their copy. */
export function DeleteProduct({ product }: { product: { id: string; name: string } }) {
  return (
    <ConfirmForm
      question={deletionQuestions.product}
      detail={`${product.name} leaves every list. Past orders keep their copy.`}
      confirmLabel="Delete product"
      label={`Delete ${product.name}`}
      className={buttonClass({ tone: 'quiet', size: 'small' })}
      fields={{ id: product.id }}
    >
      Delete
    </ConfirmForm>
  )
}
