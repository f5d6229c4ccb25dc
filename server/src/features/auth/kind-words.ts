/**
 * Words that a first reader knows, without their marks: animals, plants, food, colours, weather, things
 * and what children do. Left out is what could be read as something rude, sad or frightening.
 */
export const kindWords: readonly string[] = `
  anh bach bai bang banh bap bat bay ben bien binh boi bon bong bun bup but cai cam cang canh cao
  cat cau cay cha chai cham chanh chao che chen cheo chep chia chieu chin choi chong chu chua
  chuoi chuon chuong coc com cong cua cuc cuoi cuon cuu dan dao dat day dem den dep dia diem dieu
  dinh doi dom dong dua duong ech gac gao gau ghe giay gieng gieo gio gioi gion giong giup goi
  gung guong hai hanh hat hay heo hien hinh hoa hoc hoi hong hop hue huong huou kem ken kenh keo
  kham khan khe khen kheo khoa khoac khoai khoe khoi khom kien lai lam lan lang lanh lau leo lich
  lien lim lop lua luc luoc mach mai mam man mang mau may mem meo mien minh mit moi mot mua muc
  muoi muong muop nai nam nang nau nem neo ngan ngay nghe ngheu nghia ngo ngoan ngoc ngon ngong
  ngot ngua nha nhac nhai nhan nhanh nhay nhe nhim nhin nho nhuy noi nui nuoc oanh ong pho phong
  phu phuong phut qua quan quat quay que quet quyt ram rau rieng rom rong rua rung ruong sac sach
  sam san sang sao sau sen sim soc soi song sua suoi suong tac tam tao tau tay tem tet thac thang
  thanh thao thap thay thia tho thom thong thu thuan thuoc thuong thuyen tia tien tim tin toan
  tom tot tra tram trang tranh trau tre tri tro troi tron trong trua truc trung truong tuan tui
  tung tuoi tuyet vai van vang vay vet vien viet vinh vit voi vong vui vung vuon vuong xanh xay
  xem xep xinh xoai xoan xoay xoi xom xuan yen yeu
`
  .trim()
  .split(/\s+/);
