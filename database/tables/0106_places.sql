-- Opening hours that can be read, and at most ten addresses a person. An address that is removed is gone: orders keep copies.
create function public.are_opening_hours(hours jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(bool_and(jsonb_typeof(h) = 'object' and h ->> 'day' ~ '^[1-7]$' and h ->> 'opens' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and h ->> 'closes' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and h ->> 'opens' < h ->> 'closes'), true)
  from jsonb_array_elements(case when jsonb_typeof(hours) = 'array' then hours else '[null]' end) as h
$$;

-- From "confirmed" to food in the right hands. Places and zones are the market's; a person is let into a place or a shop by a membership, which
-- is no role: what it allows ends with its row, at the tables too.
create table public.pickup_points (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 2 and 80),
  state text not null references public.nigerian_states (name) on delete no action,
  lga text not null check (char_length(trim(lga)) between 2 and 60),
  street text not null check (char_length(trim(street)) between 4 and 160),
  instructions text not null default '' check (char_length(instructions) <= 500),
  -- For a link to a map; within Nigeria.
  latitude numeric(8,5) check (latitude between 3.5 and 14.5),
  longitude numeric(8,5) check (longitude between 2 and 15.5),
  phone text check (phone ~ '^\+234[0-9]{10}$'),
  -- Opening hours in Lagos, a row a day that it is open: {"day": 1 (Monday) to 7, "opens": "08:00", "closes": "18:00"}.
  opening_hours jsonb not null default '[]' check (jsonb_typeof(opening_hours) = 'array' and jsonb_array_length(opening_hours) <= 14),
  -- The shop whose own place it is; null: a hub of the market.
  vendor_id uuid references public.vendors (id) on delete no action,
  stockpile_capacity_kg integer not null default 0 check (stockpile_capacity_kg between 0 and 10000000),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_reason text check (char_length(trim(closed_reason)) between 5 and 300),
  constraint a_whole_place_on_the_map check (num_nonnulls(latitude, longitude) in (0, 2)),
  constraint hours_can_be_read check (public.are_opening_hours(opening_hours)),
  constraint closed_for_a_reason check ((closed_at is null) = (closed_reason is null))
);
comment on table public.pickup_points is 'Where goods are collected: hubs of the market, and shops'' own places. A closed one takes no new orders and keeps those it has.';
create index pickup_points_open on public.pickup_points (state, name) where closed_at is null;
create index pickup_points_of_shop on public.pickup_points (vendor_id) where vendor_id is not null;
create unique index open_pickup_points_have_names on public.pickup_points (state, lower(trim(name))) where closed_at is null;
alter table public.pickup_points enable row level security;

create table public.delivery_zones (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 2 and 80),
  state text not null references public.nigerian_states (name) on delete no action,
  -- Local governments it covers; none: the whole state.
  lgas text[] not null default '{}' check (cardinality(lgas) <= 60),
  fee_kobo bigint not null check (fee_kobo between 0 and 100000000),
  -- Whose income the fee is.
  delivered_by text not null default 'market' check (delivered_by in ('market', 'vendor')),
  -- Null: for every shop of the state.
  vendor_id uuid references public.vendors (id) on delete no action,
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_reason text check (char_length(trim(closed_reason)) between 5 and 300),
  constraint own_zone_is_delivered_by_its_shop check (vendor_id is not null or delivered_by = 'market'),
  constraint closed_for_a_reason check ((closed_at is null) = (closed_reason is null)),
  -- Nobody pays N50,000 for a delivery. Prices that stand are left to the audit.
  constraint a_fee_that_somebody_pays check (fee_kobo <= 5000000)
);
create index delivery_zones_open on public.delivery_zones (state) where closed_at is null;
create unique index open_delivery_zones_have_names on public.delivery_zones (state, lower(trim(name))) where closed_at is null;
alter table public.delivery_zones enable row level security;

-- Nobody has a part in what they decide (design.md 9). One question for every deciding act: `has_part_in`. Commands ask it at their door
-- (server/calls/decisions.ts), tables ask it again (guard_own_case).

-- Keys under which two accounts are one household.
create function public.street_key(state text, lga text, street text) returns text language sql immutable parallel safe set search_path = '' as
$$ select lower(state || '/' || lga || '/' || regexp_replace(lower(street), '[^a-z0-9]', '', 'g')) $$;

create table public.addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete no action,
  label text not null check (char_length(trim(label)) between 1 and 40),
  recipient text not null check (char_length(trim(recipient)) between 2 and 80),
  phone text not null check (phone ~ '^\+234[0-9]{10}$'),
  street text not null check (char_length(trim(street)) between 4 and 160),
  landmark text not null default '' check (char_length(landmark) <= 160),
  state text not null references public.nigerian_states (name) on delete no action,
  lga text not null check (char_length(trim(lga)) between 2 and 60),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index addresses_of_person on public.addresses (user_id);
create index addresses_by_phone on public.addresses (public.phone_key(phone));
create index addresses_by_street on public.addresses (public.street_key(state, lga, street));
alter table public.addresses enable row level security;

create table public.memberships (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete no action,
  vendor_id uuid references public.vendors (id) on delete no action,
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  duty text not null check (duty in ('hand-over', 'delivery')),
  added_by uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  constraint of_a_shop_or_a_place check (num_nonnulls(vendor_id, pickup_point_id) = 1)
);
comment on table public.memberships is 'Who hands goods over or delivers, and for which shop or place. No role: rights end with ended_at.';
create unique index one_membership_of_a_kind on public.memberships (person_id, coalesce(vendor_id, pickup_point_id), duty) where ended_at is null;
create index memberships_of_shop on public.memberships (vendor_id) where ended_at is null;
create index memberships_of_place on public.memberships (pickup_point_id) where ended_at is null;
alter table public.memberships enable row level security;

create table public.order_addresses (
  order_id uuid primary key,
  recipient text not null check (char_length(trim(recipient)) between 2 and 80),
  phone text not null check (phone ~ '^\+234[0-9]{10}$'),
  street text not null check (char_length(trim(street)) between 4 and 160),
  landmark text not null default '' check (char_length(landmark) <= 160),
  state text not null references public.nigerian_states (name) on delete no action,
  lga text not null check (char_length(trim(lga)) between 2 and 60)
);
comment on table public.order_addresses is 'Where an order is delivered: a copy of the address when it was chosen. Apart from the order, because only its buyer reads it and, while the order is paid, the owner of a shop that delivers itself; riders see it through visible_stops.';
create index order_addresses_by_phone on public.order_addresses (public.phone_key(phone));
create index order_addresses_by_street on public.order_addresses (public.street_key(state, lga, street));
alter table public.order_addresses enable row level security;

-- One row for each time that goods change hands, or shall. When an order is ready it has one open hand-over of everything that is left; if only a part is
-- taken, that one is done and another is opened for the rest.
create table public.hand_overs (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  kind text not null check (kind in ('pickup', 'delivery', 'stockpile')),
  pickup_point_id uuid references public.pickup_points (id) on delete no action,
  status text not null default 'open' check (status in ('open', 'done', 'ended')),
  due_from timestamptz not null,
  due_until timestamptz,
  done_at timestamptz,
  handled_by uuid references public.profiles (id) on delete no action,
  -- What proved that the goods are in the right hands.
  proof text,
  taken_by text not null default '' check (char_length(taken_by) <= 80),
  note text not null default '' check (char_length(note) <= 300),
  goods_kobo bigint not null default 0 check (goods_kobo >= 0),
  -- Until then the buyer may claim; then the vendor's money is released, if no claim is open.
  claim_until timestamptz,
  released_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  -- Of its goods, what was released to the vendor: less where goods came back meanwhile.
  released_kobo bigint check (released_kobo between 0 and goods_kobo),
  constraint done_has_proof check ((status = 'done') = (done_at is not null and proof is not null and claim_until is not null)),
  constraint released_when_done check (released_at is null or status = 'done'),
  constraint a_place_or_a_door check (kind <> 'delivery' or pickup_point_id is null),
  constraint released_so_much check ((released_at is null) = (released_kobo is null)),
  constraint hand_overs_proof_check check (proof in ('code', 'nominee', 'override', 'unrecorded', 'decision'))
);
create unique index one_open_hand_over_an_order on public.hand_overs (order_id) where status = 'open';
create index hand_overs_of_order on public.hand_overs (order_id);
create index hand_overs_at_place on public.hand_overs (pickup_point_id, due_from) where status = 'open';
create index hand_overs_to_release on public.hand_overs (claim_until) where status = 'done' and released_at is null;
alter table public.hand_overs enable row level security;

create table public.hand_over_lines (
  hand_over_id uuid not null references public.hand_overs (id) on delete no action,
  line_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (hand_over_id, line_id)
);
comment on table public.hand_over_lines is 'Units of a line that changed hands in a hand-over that is done.';
create index hand_over_lines_of_line on public.hand_over_lines (line_id);
alter table public.hand_over_lines enable row level security;

-- The 774 local governments (area councils in FCT): addresses, places and zones name one of their state. `domain/geography/local-governments.ts` holds the same names.
create table public.local_governments (
  state text not null references public.nigerian_states (name) on delete no action,
  name text not null,
  primary key (state, name)
);
comment on table public.local_governments is 'Reference data; changes with a migration.';
alter table public.local_governments enable row level security;
alter table public.pickup_points add constraint local_government_of_its_state foreign key (state, lga) references public.local_governments (state, name) on delete no action;
alter table public.addresses add constraint local_government_of_its_state foreign key (state, lga) references public.local_governments (state, name) on delete no action;
alter table public.order_addresses add constraint local_government_of_its_state foreign key (state, lga) references public.local_governments (state, name) on delete no action;

insert into public.local_governments (state, name)
select s.state, unnest(string_to_array(s.names, ', ')) from (values
  ('Abia', 'Aba North, Aba South, Arochukwu, Bende, Ikwuano, Isiala Ngwa North, Isiala Ngwa South, Isuikwuato, Obi Ngwa, Ohafia, Osisioma, Ugwunagbo, Ukwa East, Ukwa West, Umuahia North, Umuahia South, Umu Nneochi'),
  ('Adamawa', 'Demsa, Fufure, Ganye, Gayuk, Girei, Gombi, Hong, Jada, Lamurde, Madagali, Maiha, Mayo Belwa, Michika, Mubi North, Mubi South, Numan, Shelleng, Song, Toungo, Yola North, Yola South'),
  ('Akwa Ibom', 'Abak, Eastern Obolo, Eket, Esit Eket, Essien Udim, Etim Ekpo, Etinan, Ibeno, Ibesikpo Asutan, Ibiono Ibom, Ika, Ikono, Ikot Abasi, Ikot Ekpene, Ini, Itu, Mbo, Mkpat Enin, Nsit Atai, Nsit Ibom, Nsit Ubium, Obot Akara, Okobo, Onna, Oron, Oruk Anam, Udung Uko, Ukanafun, Uruan, Urue Offong/Oruko, Uyo'),
  ('Anambra', 'Aguata, Anambra East, Anambra West, Anaocha, Awka North, Awka South, Ayamelum, Dunukofia, Ekwusigo, Idemili North, Idemili South, Ihiala, Njikoka, Nnewi North, Nnewi South, Ogbaru, Onitsha North, Onitsha South, Orumba North, Orumba South, Oyi'),
  ('Bauchi', 'Alkaleri, Bauchi, Bogoro, Damban, Darazo, Dass, Gamawa, Ganjuwa, Giade, Itas/Gadau, Jama''are, Katagum, Kirfi, Misau, Ningi, Shira, Tafawa Balewa, Toro, Warji, Zaki'),
  ('Bayelsa', 'Brass, Ekeremor, Kolokuma/Opokuma, Nembe, Ogbia, Sagbama, Southern Ijaw, Yenagoa'),
  ('Benue', 'Ado, Agatu, Apa, Buruku, Gboko, Guma, Gwer East, Gwer West, Katsina-Ala, Konshisha, Kwande, Logo, Makurdi, Obi, Ogbadibo, Ohimini, Oju, Okpokwu, Otukpo, Tarka, Ukum, Ushongo, Vandeikya'),
  ('Borno', 'Abadam, Askira/Uba, Bama, Bayo, Biu, Chibok, Damboa, Dikwa, Gubio, Guzamala, Gwoza, Hawul, Jere, Kaga, Kala/Balge, Konduga, Kukawa, Kwaya Kusar, Mafa, Magumeri, Maiduguri, Marte, Mobbar, Monguno, Ngala, Nganzai, Shani'),
  ('Cross River', 'Abi, Akamkpa, Akpabuyo, Bakassi, Bekwarra, Biase, Boki, Calabar Municipal, Calabar South, Etung, Ikom, Obanliku, Obubra, Obudu, Odukpani, Ogoja, Yakuur, Yala'),
  ('Delta', 'Aniocha North, Aniocha South, Bomadi, Burutu, Ethiope East, Ethiope West, Ika North East, Ika South, Isoko North, Isoko South, Ndokwa East, Ndokwa West, Okpe, Oshimili North, Oshimili South, Patani, Sapele, Udu, Ughelli North, Ughelli South, Ukwuani, Uvwie, Warri North, Warri South, Warri South West'),
  ('Ebonyi', 'Abakaliki, Afikpo North, Afikpo South, Ebonyi, Ezza North, Ezza South, Ikwo, Ishielu, Ivo, Izzi, Ohaozara, Ohaukwu, Onicha'),
  ('Edo', 'Akoko-Edo, Egor, Esan Central, Esan North-East, Esan South-East, Esan West, Etsako Central, Etsako East, Etsako West, Igueben, Ikpoba-Okha, Oredo, Orhionmwon, Ovia North-East, Ovia South-West, Owan East, Owan West, Uhunmwonde'),
  ('Ekiti', 'Ado Ekiti, Efon, Ekiti East, Ekiti South-West, Ekiti West, Emure, Gbonyin, Ido-Osi, Ijero, Ikere, Ikole, Ilejemeje, Irepodun/Ifelodun, Ise/Orun, Moba, Oye'),
  ('Enugu', 'Aninri, Awgu, Enugu East, Enugu North, Enugu South, Ezeagu, Igbo Etiti, Igbo Eze North, Igbo Eze South, Isi Uzo, Nkanu East, Nkanu West, Nsukka, Oji River, Udenu, Udi, Uzo Uwani'),
  ('FCT', 'Abaji, Abuja Municipal, Bwari, Gwagwalada, Kuje, Kwali'),
  ('Gombe', 'Akko, Balanga, Billiri, Dukku, Funakaye, Gombe, Kaltungo, Kwami, Nafada, Shongom, Yamaltu/Deba'),
  ('Imo', 'Aboh Mbaise, Ahiazu Mbaise, Ehime Mbano, Ezinihitte, Ideato North, Ideato South, Ihitte/Uboma, Ikeduru, Isiala Mbano, Isu, Mbaitoli, Ngor Okpala, Njaba, Nkwerre, Nwangele, Obowo, Oguta, Ohaji/Egbema, Okigwe, Onuimo, Orlu, Orsu, Oru East, Oru West, Owerri Municipal, Owerri North, Owerri West'),
  ('Jigawa', 'Auyo, Babura, Biriniwa, Birnin Kudu, Buji, Dutse, Gagarawa, Garki, Gumel, Guri, Gwaram, Gwiwa, Hadejia, Jahun, Kafin Hausa, Kaugama, Kazaure, Kiri Kasama, Kiyawa, Maigatari, Malam Madori, Miga, Ringim, Roni, Sule Tankarkar, Taura, Yankwashi'),
  ('Kaduna', 'Birnin Gwari, Chikun, Giwa, Igabi, Ikara, Jaba, Jema''a, Kachia, Kaduna North, Kaduna South, Kagarko, Kajuru, Kaura, Kauru, Kubau, Kudan, Lere, Makarfi, Sabon Gari, Sanga, Soba, Zangon Kataf, Zaria'),
  ('Kano', 'Ajingi, Albasu, Bagwai, Bebeji, Bichi, Bunkure, Dala, Dambatta, Dawakin Kudu, Dawakin Tofa, Doguwa, Fagge, Gabasawa, Garko, Garun Mallam, Gaya, Gezawa, Gwale, Gwarzo, Kabo, Kano Municipal, Karaye, Kibiya, Kiru, Kumbotso, Kunchi, Kura, Madobi, Makoda, Minjibir, Nasarawa, Rano, Rimin Gado, Rogo, Shanono, Sumaila, Takai, Tarauni, Tofa, Tsanyawa, Tudun Wada, Ungogo, Warawa, Wudil'),
  ('Katsina', 'Bakori, Batagarawa, Batsari, Baure, Bindawa, Charanchi, Dan Musa, Dandume, Danja, Daura, Dutsi, Dutsin-Ma, Faskari, Funtua, Ingawa, Jibia, Kafur, Kaita, Kankara, Kankia, Katsina, Kurfi, Kusada, Mai''Adua, Malumfashi, Mani, Mashi, Matazu, Musawa, Rimi, Sabuwa, Safana, Sandamu, Zango'),
  ('Kebbi', 'Aleiro, Arewa Dandi, Argungu, Augie, Bagudo, Birnin Kebbi, Bunza, Dandi, Fakai, Gwandu, Jega, Kalgo, Koko/Besse, Maiyama, Ngaski, Sakaba, Shanga, Suru, Wasagu/Danko, Yauri, Zuru'),
  ('Kogi', 'Adavi, Ajaokuta, Ankpa, Bassa, Dekina, Ibaji, Idah, Igalamela-Odolu, Ijumu, Kabba/Bunu, Kogi, Lokoja, Mopa-Muro, Ofu, Ogori/Magongo, Okehi, Okene, Olamaboro, Omala, Yagba East, Yagba West'),
  ('Kwara', 'Asa, Baruten, Edu, Ekiti, Ifelodun, Ilorin East, Ilorin South, Ilorin West, Irepodun, Isin, Kaiama, Moro, Offa, Oke Ero, Oyun, Pategi'),
  ('Lagos', 'Agege, Ajeromi-Ifelodun, Alimosho, Amuwo-Odofin, Apapa, Badagry, Epe, Eti-Osa, Ibeju-Lekki, Ifako-Ijaiye, Ikeja, Ikorodu, Kosofe, Lagos Island, Lagos Mainland, Mushin, Ojo, Oshodi-Isolo, Somolu, Surulere'),
  ('Nasarawa', 'Akwanga, Awe, Doma, Karu, Keana, Keffi, Kokona, Lafia, Nasarawa, Nasarawa Egon, Obi, Toto, Wamba'),
  ('Niger', 'Agaie, Agwara, Bida, Borgu, Bosso, Chanchaga, Edati, Gbako, Gurara, Katcha, Kontagora, Lapai, Lavun, Magama, Mariga, Mashegu, Mokwa, Munya, Paikoro, Rafi, Rijau, Shiroro, Suleja, Tafa, Wushishi'),
  ('Ogun', 'Abeokuta North, Abeokuta South, Ado-Odo/Ota, Ewekoro, Ifo, Ijebu East, Ijebu North, Ijebu North East, Ijebu Ode, Ikenne, Imeko Afon, Ipokia, Obafemi Owode, Odeda, Odogbolu, Ogun Waterside, Remo North, Sagamu, Yewa North, Yewa South'),
  ('Ondo', 'Akoko North-East, Akoko North-West, Akoko South-East, Akoko South-West, Akure North, Akure South, Ese Odo, Idanre, Ifedore, Ilaje, Ile Oluji/Okeigbo, Irele, Odigbo, Okitipupa, Ondo East, Ondo West, Ose, Owo'),
  ('Osun', 'Aiyedaade, Aiyedire, Atakunmosa East, Atakunmosa West, Boluwaduro, Boripe, Ede North, Ede South, Egbedore, Ejigbo, Ife Central, Ife East, Ife North, Ife South, Ifedayo, Ifelodun, Ila, Ilesa East, Ilesa West, Irepodun, Irewole, Isokan, Iwo, Obokun, Odo Otin, Ola Oluwa, Olorunda, Oriade, Orolu, Osogbo'),
  ('Oyo', 'Afijio, Akinyele, Atiba, Atisbo, Egbeda, Ibadan North, Ibadan North-East, Ibadan North-West, Ibadan South-East, Ibadan South-West, Ibarapa Central, Ibarapa East, Ibarapa North, Ido, Irepo, Iseyin, Itesiwaju, Iwajowa, Kajola, Lagelu, Ogbomosho North, Ogbomosho South, Ogo Oluwa, Olorunsogo, Oluyole, Ona Ara, Orelope, Ori Ire, Oyo East, Oyo West, Saki East, Saki West, Surulere'),
  ('Plateau', 'Barkin Ladi, Bassa, Bokkos, Jos East, Jos North, Jos South, Kanam, Kanke, Langtang North, Langtang South, Mangu, Mikang, Pankshin, Qua''an Pan, Riyom, Shendam, Wase'),
  ('Rivers', 'Abua/Odual, Ahoada East, Ahoada West, Akuku-Toru, Andoni, Asari-Toru, Bonny, Degema, Eleme, Emohua, Etche, Gokana, Ikwerre, Khana, Obio/Akpor, Ogba/Egbema/Ndoni, Ogu/Bolo, Okrika, Omuma, Opobo/Nkoro, Oyigbo, Port Harcourt, Tai'),
  ('Sokoto', 'Binji, Bodinga, Dange Shuni, Gada, Goronyo, Gudu, Gwadabawa, Illela, Isa, Kebbe, Kware, Rabah, Sabon Birni, Shagari, Silame, Sokoto North, Sokoto South, Tambuwal, Tangaza, Tureta, Wamako, Wurno, Yabo'),
  ('Taraba', 'Ardo Kola, Bali, Donga, Gashaka, Gassol, Ibi, Jalingo, Karim Lamido, Kurmi, Lau, Sardauna, Takum, Ussa, Wukari, Yorro, Zing'),
  ('Yobe', 'Bade, Bursari, Damaturu, Fika, Fune, Geidam, Gujba, Gulani, Jakusko, Karasuwa, Machina, Nangere, Nguru, Potiskum, Tarmuwa, Yunusari, Yusufari'),
  ('Zamfara', 'Anka, Bakura, Birnin Magaji/Kiyaw, Bukkuyum, Bungudu, Chafe, Gummi, Gusau, Kaura Namoda, Maradun, Maru, Shinkafi, Talata Mafara, Zurmi')
) as s (state, names);
