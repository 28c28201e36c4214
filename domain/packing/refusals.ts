import type { RefusalTexts } from '#domain/refusals/refusal-texts.ts'

export const packingRefusals = {
  invalid: {
    shares_are_whole: 'Buyers share whole units, so whole units are missing.',
    shortfall_needs_photo: 'The weigh-in has not found so much missing. Add a photograph that shows it.',
    lower_count_needs_photo: 'A lower count means that more is missing. Add a photograph that shows it.',
    nothing_corrected: 'This is what the load was counted at already.',
    weight_cannot_be: 'This weight cannot be right. Please check the scale.',
    picture_not_found: 'This picture is not among those you uploaded.',
  },
  conflict: {
    packing_changed: 'Somebody else has just changed this. Please look at it again.',
    load_entered: 'Somebody has just entered this load. Look at it again before you enter another one.',
    load_corrected: 'Somebody has just corrected this load. Look at it again before you correct it.',
    less_than_handed_over: 'More than this was handed over here already.',
    not_yet_shared_out: 'What is missing can be entered from the sharing day on, or once a load has been weighed in.',
    shortfall_over: 'This has been carried out or taken back already.',
    shortfall_entered: 'Something was entered as missing here since you looked. Check it before you enter more.',
    more_than_is_coming: 'More cannot be missing than is still to come.',
    hub_has_goods: 'The hub has weighed these goods in, so its staff enter what is missing.',
    not_by_weight: 'These goods are not sold by weight, or are not to be handed over now.',
    weight_entered: 'These goods have just been weighed. Look at the weight before you enter another one.',
    weight_not_lower:
      'The weight can only be corrected to a lower one: the money for the former one has been given back.',
    waits_for_place: 'The place of this order has closed. Its buyer has been asked to choose another.',
  },
} as const satisfies RefusalTexts
