import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'
import { PRODUCT_NOT_FOUND } from '#domain/texts/screens.ts'

export const productRefusals = {
  forbidden: {
    asking_unconfirmed: /*i18n*/ 'Please verify your email address or phone number before you ask.',
    shop_is_suspended: 'A suspended shop cannot be changed. Write to us to settle it.',
    own_product: /*i18n*/ 'This is your own product. Put what buyers should know into its description.',
  },
  missing: {
    product_not_found: PRODUCT_NOT_FOUND,
    import_not_found: 'This import is not there any more.',
    question_not_found: /*i18n*/ 'Question not found',
  },
  conflict: {
    out_of_stock: /*i18n*/ 'There is not enough in stock.',
    share_date_past:
      /*i18n*/ 'This product is between sharing days. It can be bought again once the vendor sets the next one.',
    product_paused: /*i18n*/ 'The vendor is not selling this product at the moment.',
    product_changed: 'It was changed meanwhile, by an order or in another window. The fields show what is stored now.',
    product_import_running: 'An import of your products is running. Please wait until it has ended.',
    product_import_ended: 'This import has been started already. Upload the file again to change more.',
    too_many_open_questions:
      /*i18n*/ 'Three of your questions about this product wait for an answer. Please let the vendor answer them first.',
    already_answered: 'An answer can be changed for 24 hours. After that it stays as it is.',
    answer_reported: 'Somebody has reported this, so the answer stays as it is until our staff have looked at it.',
    stockpile_not_offered: /*i18n*/ 'The vendor does not offer to stockpile this product.',
    product_in_use: 'This product has running group buys or orders; it can be deleted when they have ended',
  },
} as const satisfies RefusalTexts
