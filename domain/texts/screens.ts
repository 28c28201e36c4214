// Sentences that more than one screen says. Single constants, so that a page carries only its own.

export const CHECK_FIELDS = 'Please check the marked fields.'
export const SIGN_IN = 'Sign in to continue.'
export const ORDER_NOT_FOUND = 'Order not found'
/** A page whose data could not be read, or that nobody had time to make. Whether a form arrived is not known. */
export const NOT_NOW = {
  title: 'We cannot show this page right now',
  lead: 'The market is very busy or out of reach for a moment. Your cart, your orders and your money are safe. Please try again in a minute; if you had just sent something, check first whether it arrived.',
} as const

export const LOAD_AGAIN = 'Please load the page again.'
export const NOT_THERE = 'It is not there any more.'

export const PROOF_NEEDED = 'Please enter your password, or a code that we mail you.'
export const CODE_SENT = 'A code is on its way to you. It works once, in this form.'
export const SIGNED_IN_LONG_AGO = 'You signed in a while ago. Please sign out, sign in again, and repeat this.'
export const phoneCodeSent = (phone: string): string => `We sent a code to +${phone}.`

/** Specification, section 2: what is asked before something is deleted. */
export const deletionQuestions = {
  advert: 'Are you sure you want to delete this ad?',
  deal: 'Are you sure you want to delete this deal?',
  post: 'Are you sure you want to delete this post?',
  product: 'Are you sure you want to delete this product?',
} as const
export const POST_DELETED = 'The post was deleted.'
export const PRODUCT_DELETED = 'The product was deleted.'
export const PRODUCT_LEAVES_LISTS = 'It leaves every list. Past orders keep their copy.'

/** Of lists with nothing in them. */
export const emptyTexts = {
  deals: 'No featured deals available at the moment.',
  posts: 'No blog posts available.',
  products: 'No products found matching your criteria.',
  templates: 'No email templates yet.',
} as const
