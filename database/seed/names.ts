/** buyer1 to buyer60, in the order in which they signed up. */
export const BUYER_NAMES = `
Adaeze Okonkwo
Babatunde Olaniyan
Hauwa Abdullahi
Efosa Igbinedion
Ngozi Nwachukwu-Anyanwu
Chidinma Eze
Oluwaseun Adebayo
Iniobong Udoh
Terkula Agbo
Aisha Bello
Emeka Obiora
Yetunde Ogunleye
Musa Danjuma
Osagie Omoruyi
Blessing Effiong
Kelechi Nnamdi
Temitope Afolabi
Zainab Yusuf
Doowuese Iorfa
Ifeoma Chukwuma
Kayode Akinwunmi
Halima Garba
Nosa Aigbe
Ekaette Akpan
Obinna Onyekachi
Folake Salami
Ibrahim Sani
Mbafan Tyoapine
Chiamaka Okoro
Segun Oyelaran
Fatima Umar
Itohan Osaghae
Uduak Bassey
Amarachi Ibekwe
Damilola Fashola
Abubakar Lawal
Ese Oghenekaro
Nkechi Onwuka
Olumide Babalola
Rahila Gyang
Oluwafunmilayo Aderonke Akindele-Ogunsanwo
Uchenna Madu
Rukayat Alabi
Sunday Ochefu
Ebiere Tamuno
Ikechukwu Anozie
Morenike Ajayi
Maryam Shehu
Osaretin Edosa
Nsikak Ekong
Ugochi Nwosu
Wale Ogundipe
Asabe Dogo
Dooshima Gbaa
Chukwuemeka Ezechukwu-Okafor
Titilayo Bankole
Sadiq Mohammed
Ivie Ehigiator
Patience Etim
Nneka Umeh
`
  .trim()
  .split('\n')

/** Numbers of the buyers that each referrer brought; `customer` is customer@ajoja.test. */
export const REFERRALS: Record<string, number[]> = {
  buyer1: [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  buyer2: [25, 26, 27, 28, 29, 30, 31, 32],
  buyer3: [33, 34, 35, 36, 37, 38],
  buyer4: [39, 40, 41, 42],
  customer: [43, 44, 45],
  buyer5: [46, 47],
  buyer7: [48, 49],
  buyer10: [50],
  buyer12: [51],
  buyer16: [52],
  buyer29: [53],
}
