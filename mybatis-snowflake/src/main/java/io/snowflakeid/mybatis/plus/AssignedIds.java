package io.snowflakeid.mybatis.plus;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.snowflakeid.IdProperties;
import java.lang.reflect.Field;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds the properties to which MyBatis-Plus assigns ids with {@code IdType.ASSIGN_ID}. If a class has a mapper, MyBatis-Plus reports the key
 * property and its type. If a class has no mapper, only a property with {@code @TableId} is found.
 *
 * <p>The {@link java.util.ServiceLoader} creates instances of this class. If MyBatis-Plus is not on the class path, {@link #isId} returns false. This
 * class is thread-safe.
 */
public final class AssignedIds implements IdProperties {

    @Override
    public boolean isId(Class<?> type, String property) {
        try {
            return Tables.assignTo(type, property);
        } catch (NoClassDefFoundError e) {
            return false; // MyBatis-Plus is not on the class path
        }
    }

    /** This class is loaded only if MyBatis-Plus is on the class path. */
    private static final class Tables {

        static boolean assignTo(Class<?> type, String property) {
            List<TableInfo> own = TableInfoHelper.getTableInfos().stream()
                    .filter(table -> table.getEntityType().isAssignableFrom(type)
                            || type.isAssignableFrom(table.getEntityType()))
                    .toList();
            if (own.isEmpty()) {
                IdType annotated = annotated(type, property);
                return annotated == IdType.ASSIGN_ID || annotated == IdType.NONE;
            }
            return own.stream()
                    .anyMatch(
                            table -> property.equals(table.getKeyProperty()) && table.getIdType() == IdType.ASSIGN_ID);
        }

        private static @Nullable IdType annotated(Class<?> type, String property) {
            for (Class<?> each = type; each != null; each = each.getSuperclass()) {
                for (Field field : each.getDeclaredFields()) {
                    TableId key = field.getName().equals(property) ? field.getAnnotation(TableId.class) : null;
                    if (key != null) {
                        return key.type();
                    }
                }
            }
            return null;
        }
    }
}
