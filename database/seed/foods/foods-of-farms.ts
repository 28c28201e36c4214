// key | vendor | name | unit | price in naira | basin | least-most for one person | in stock | days to the sharing day | description

const vegetables = `
tomatoes       | sade    | Fresh tomatoes, Kano big basket   | basket       | 52000 | tomatoes     | 1-4  | 40  | 3  | Firm UTC tomatoes, about 45 kg. Carried by night lorry so that they do not cook in the sun.
plum-tomatoes  | wuse    | Plum tomatoes                     | crate        | 21500 | tomatoes     | 1-6  | 60  | 9  | Sorted, ripe in three days, packed in plastic crates of 20 kg. Good for stew and for blending.
ata-rodo       | sade    | Ata rodo (scotch bonnet)          | half basket  | 27500 | pepper       | 1-4  | 30  | 3  | Red and hot, with little yellow in it. Freeze it blended and it lasts two months.
tatashe        | sade    | Tatashe (red bell pepper)         | basket       | 43000 | tatashe      | 1-3  | 25  | 6  | Thick-fleshed northern tatashe for jollof and stew, about 30 kg.
shombo         | oje     | Shombo (long cayenne pepper)      | paint bucket | 6800  | pepper       | 1-8  | 80  | 5  | Long red pepper from Oyo farms, washed and destalked.
onions         | dawanau | Kano red onions                   | bag          | 88000 | onions       | 1-3  | 120 | 12 | Dry-necked red onions, 100 kg, cured for two weeks so they keep for a month in an airy place.
white-onions   | wuse    | White onions from Sokoto          | paint bucket | 5400  | onions       | 1-10 | 90  | 8  | Mild and dry. One paint is about 4 kg.
okra           | oje     | Fresh okra                        | basket       | 17500 | okra         | 1-4  | 35  | 5  | Young fingers that snap, picked the evening before sharing.
ugu            | oje     | Ugu leaves (fluted pumpkin)       | bunch        | 1800  | ugu          | 3-20 | 200 | 5  | Big bunches with tender vines. Three bunches make a pot of soup for a family.
ugu-enugu      | ogbete  | Ugu and uziza leaves, soup pack   | bunch        | 2100  | ugu          | 2-15 | 120 | 7  | Ugu and uziza tied together in the measure of one pot.
ewedu          | oje     | Ewedu (jute leaves)               | bunch        | 900   | ewedu        | 5-30 | 250 | 5  | Broad leaves, cut at dawn. Wrap in paper, not in nylon.
tete           | sade    | Efo tete (green amaranth)         | bunch        | 800   | ewedu        | 5-30 | 180 | 6  | Local green, without flowers.
cabbage        | bukuru  | Highland cabbage                  | bag          | 31000 | cabbage      | 1-3  | 50  | 10 | Tight heads from the cool Plateau, 18 to 22 in a bag.
carrots        | bukuru  | Plateau carrots                   | bag          | 36500 | carrots      | 1-3  | 45  | 10 | Washed, sweet and straight, about 50 kg.
cucumber       | bukuru  | Cucumbers                         | bag          | 19500 | cucumber     | 1-4  | 55  | 10 | Crisp field cucumbers, about 40 kg.
garden-egg     | ogbete  | Garden eggs (white and striped)   | basket       | 16500 | garden-egg   | 1-4  | 30  | 7  | For eating with ose oji or for sauce. A basket is about 18 kg.
jos-potatoes   | bukuru  | Jos Irish potatoes, large and washed, sorted by hand on the highland farms of Bukuru and Barkin Ladi, in bags of 50 kg | bag | 61000 | irish-potato | 1-4 | 90 | 11 | Nicola and Marabel potatoes, harvested on order. No green ones, no cut ones; a bag that has them is changed.
sweet-potato   | zuba    | Orange sweet potatoes             | bag          | 34000 | sweet-potato | 1-4  | 40  | 15 | Sweet and dry when boiled, about 50 kg.
benue-yam      | zuba    | Zaki Biam yam tubers, large       | tuber        | 4200  | yam          | 5-60 | 600 | 9  | New yam, counted and weighed in front of you.
paper-yam      | sade    | Abuja yam, medium                 | tuber        | 3100  | yam          | 5-40 | 300 | 13 | White, dry and good for pounding.
`

const fruits = `
plantain       | newbenin | Unripe plantain, big bunch       | bunch        | 7200  | plantain     | 2-12 | 150 | 6  | Agbagba plantain of 9 to 12 kg. Say green or ripe when you collect.
plantain-lagos | sade     | Ripe plantain for dodo           | bunch        | 7900  | plantain     | 1-8  | 60  | 4  | Ready to fry on the sharing day.
banana         | oje      | Sweet banana                     | bunch        | 5200  | banana       | 1-6  | 70  | 5  | Cavendish, ten to twelve hands a bunch.
orange         | oje      | Ibadan sweet oranges             | bag          | 22500 | orange       | 1-4  | 60  | 18 | Juicy valencia oranges, about 240 in a bag.
benue-orange   | zuba     | Benue oranges                    | basket       | 15500 | orange       | 1-5  | 50  | 15 | Thin-skinned oranges from Gboko, about 120 in a basket.
pineapple      | newbenin | Pineapples                       | dozen        | 13800 | pineapple    | 1-5  | 80  | 6  | Smooth cayenne, one and a half kilo and more each.
watermelon     | dawanau  | Watermelons                      | piece        | 3300  | watermelon   | 2-20 | 400 | 12 | Six kilos or more, red to the rind.
mango          | zuba     | Benue mangoes (Ogbomosho type)   | basket       | 14500 | mango        | 1-4  | 0   | 21 | Firm and sweet, without fibre. The season is short.
pawpaw         | wuse     | Solo pawpaw                      | piece        | 2300  | pawpaw       | 2-12 | 110 | 8  | Small sweet pawpaw, half ripe, ready in two days.
`

export const FARM_FOODS = { vegetables, fruits }
