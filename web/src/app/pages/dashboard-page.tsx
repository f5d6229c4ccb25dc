import {
  IconBell,
  IconBook2,
  IconCamera,
  IconHelpCircle,
  IconHistory,
  IconListDetails,
  IconSchool,
  IconSettings,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { messages } from '../../language/messages.ts';
import { paths } from '../../lib/paths.ts';
import { LinkCard, LinkCards } from '../../ui/link-card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const { navigation } = messages;

/** Links to every page that is not in the Admin's menu. */
export function DashboardPage() {
  return (
    <>
      <PageHeader title={navigation.dashboard} />
      <LinkCards label="Lối tắt">
        <LinkCard
          to={paths.studentHistory}
          icon={IconHistory}
          title="Student History"
          text="Chuyển lớp và điểm danh của học sinh"
        />
        <LinkCard
          to={paths.teacherHistory}
          icon={IconHistory}
          title="Teacher History"
          text="Phân công lớp của giáo viên"
        />
        <LinkCard
          to={paths.audit}
          icon={IconListDetails}
          title="Nhật ký quản trị"
          text="Ai đã làm gì, khi nào"
        />
        <LinkCard
          to={paths.lessons}
          icon={IconBook2}
          title={navigation.lessons}
          text="Thư viện bài giảng"
        />
        <LinkCard
          to={paths.classes}
          icon={IconUsers}
          title={navigation.classes}
          text="Lớp học và điểm danh"
        />
        <LinkCard
          to={paths.scan}
          icon={IconCamera}
          title="Quét rác"
          text="Nhận diện loại rác bằng máy ảnh"
        />
        <LinkCard
          to={paths.notifications}
          icon={IconBell}
          title={navigation.notifications}
          text="Tin mới của bạn"
        />
        <LinkCard
          to={paths.profile}
          icon={IconUser}
          title={navigation.profile}
          text="Thông tin và mật khẩu"
        />
        <LinkCard to={paths.settings} icon={IconSettings} title={navigation.settings} />
        <LinkCard to={paths.training} icon={IconSchool} title={navigation.training} />
        <LinkCard to={paths.help} icon={IconHelpCircle} title={navigation.help} />
      </LinkCards>
    </>
  );
}
