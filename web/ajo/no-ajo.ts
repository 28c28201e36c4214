/** Shown while circles are switched off, and for circles of others. */
export const NO_AJO = {
  title: /*i18n*/ 'This circle was not found',
  lead: /*i18n*/ 'It may be for other people, or the address is mistyped.',
  back: /*i18n*/ 'Your orders',
  to: '/account/orders',
}
