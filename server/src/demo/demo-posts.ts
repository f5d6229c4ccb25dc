import type { PostStatus } from '@lop-xanh/contract/posts';
import type { Drawing } from './demo-drawings.ts';

interface DemoPost {
  /** The demo teacher, a colleague, the teacher of the demo student's last class, or the second school's teacher. */
  author: 'teacher' | 'colleague' | 'formerTeacher' | 'teacher2';
  status: PostStatus;
  written: { hoursAgo: number } | { lastYearOn: `${number}-${number}` };
  title: string;
  content: string;
  pictures?: Drawing[];
  likes?: number;
  comments?: string[];
  reason?: string;
}

/** Oldest first, with every status. */
export const demoPosts: DemoPost[] = [
  {
    author: 'formerTeacher',
    status: 'approved',
    written: { lastYearOn: '02-10' },
    title: 'Chợ Tết của lớp mình',
    content:
      'Cả lớp gói bánh chưng, cắm hoa mai và bày gian hàng nhỏ ở sân trường. Tiền bán hàng được tặng các bạn vùng cao.',
    pictures: ['tet', 'cakes', 'fish', 'board', 'ball', 'tree', 'group'],
    likes: 26,
    comments: ['Con thích gói bánh nhất ạ'],
  },
  {
    author: 'formerTeacher',
    status: 'approved',
    written: { lastYearOn: '04-22' },
    title: 'Ngày Trái Đất',
    content: 'Lớp 2A dọn sân trường và trồng hai chậu hoa trước cửa lớp.',
    pictures: ['sprout', 'water'],
    likes: 19,
  },
  {
    author: 'formerTeacher',
    status: 'approved',
    written: { lastYearOn: '05-29' },
    title: 'Ngày tổng kết lớp 2A',
    content: 'Một năm học thật vui. Cảm ơn các con và các bác phụ huynh, hẹn gặp lại ở lớp Ba!',
    pictures: ['group', 'ball', 'board'],
    likes: 31,
    comments: ['Con cảm ơn cô ạ', 'Cảm ơn cô đã chăm các con cả năm'],
  },
  {
    author: 'teacher2',
    status: 'approved',
    written: { hoursAgo: 200 },
    title: 'Góc xanh của lớp 1A',
    content: 'Mỗi bạn mang một chậu cây nhỏ đến lớp và chăm sóc mỗi sáng.',
    pictures: ['sprout'],
    likes: 5,
    comments: ['Chậu của con nảy mầm rồi ạ!'],
  },
  {
    author: 'teacher2',
    status: 'pending',
    written: { hoursAgo: 30 },
    title: 'Thi vẽ tranh môi trường',
    content: 'Các con chuẩn bị màu và giấy A4 cho thứ sáu nhé.',
  },
  {
    author: 'teacher',
    status: 'approved',
    written: { hoursAgo: 190 },
    title: 'Chào năm học mới',
    content:
      'Chào mừng các con đến với lớp 3A!\n\nNăm nay cả lớp cùng nhau học cách giữ cho trường mình thật xanh: tiết kiệm nước, phân loại rác và trồng cây.',
    likes: 21,
    comments: ['Con chào cô ạ', 'Chúc cả lớp năm học vui vẻ', 'Con rất thích lớp mình'],
  },
  {
    author: 'teacher',
    status: 'approved',
    written: { hoursAgo: 120 },
    title: 'Ba chiếc thùng rác',
    content:
      'Thùng xanh lá cho rác thực phẩm, thùng xanh dương cho đồ tái chế, thùng cam cho rác còn lại. Các con nhớ hỏi khi chưa chắc nhé!',
    pictures: ['bins'],
    likes: 17,
    comments: ['Vỏ hộp sữa bỏ thùng nào ạ?', 'Thùng xanh dương con nhé, nhớ tráng sạch trước.'],
  },
  {
    author: 'colleague',
    status: 'approved',
    written: { hoursAgo: 96 },
    title: 'Thí nghiệm lọc nước',
    content: 'Lớp 5B dùng cát, sỏi và than để lọc nước. Nước trong hơn hẳn sau ba lần lọc.',
    pictures: ['water', 'sprout'],
    likes: 9,
  },
  {
    author: 'teacher',
    status: 'approved',
    written: { hoursAgo: 62 },
    title: 'Lớp mình trồng cây',
    content:
      'Hôm nay cả lớp đã trồng được mười hai cây xoài ở sân sau của trường. Mỗi nhóm chăm hai cây, tưới vào buổi sáng trước giờ học. Cảm ơn các bác phụ huynh đã cho mượn cuốc và bình tưới!',
    pictures: ['tree', 'bins', 'sprout', 'water', 'tree'],
    likes: 28,
    comments: ['Con tưới cây rồi ạ', 'Cây của nhóm con cao nhất!', 'Cảm ơn cô và các con'],
  },
  {
    author: 'teacher',
    status: 'rejected',
    written: { hoursAgo: 40 },
    title: 'Danh sách phụ huynh',
    content: 'Cô gửi danh sách và số điện thoại của phụ huynh để cả lớp tiện liên lạc.',
    reason: 'Không đăng số điện thoại của phụ huynh lên bảng tin.',
  },
  {
    author: 'colleague',
    status: 'pending',
    written: { hoursAgo: 20 },
    title: 'Ngày hội tái chế',
    content:
      'Sáng thứ sáu các con mang vỏ hộp sữa đã rửa sạch, chai nhựa và giấy báo cũ đến trường.',
    pictures: ['bins'],
  },
  {
    author: 'teacher',
    status: 'pending',
    written: { hoursAgo: 6 },
    title: 'Bé tập phân loại rác',
    content: 'Tuần này cả lớp chơi trò phân loại rác bằng công cụ Quét rác. Các con thử ở nhà nhé!',
    pictures: ['sprout', 'bins'],
  },
];
