/** Confirmation before deletion (specification, section 2). */
export const deletionQuestions = {
  advert: 'Are you sure you want to delete this ad?',
  deal: /*i18n*/ 'Are you sure you want to delete this deal?',
  post: /*i18n*/ 'Are you sure you want to delete this post?',
  product: /*i18n*/ 'Are you sure you want to delete this product?',
} as const
export const POST_DELETED = /*i18n*/ 'The post was deleted.'
export const PRODUCT_DELETED = /*i18n*/ 'The product was deleted.'
export const PRODUCT_LEAVES_LISTS = 'It leaves every list. Past orders keep their copy.'
